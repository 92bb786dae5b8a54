/** Writes a typed or pasted text as its field shows it, as far as it goes; `before` is the field's previous text. */
export type Format = (text: string, before: string) => string;

/** An edit of a field: its text and caret after the browser has applied it. */
export interface MaskedEdit {
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  /** `inputType` of the event, if the browser provides it. */
  readonly kind: string;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A format of digits alone, at most so many. */
export const digitsUpTo =
  (most: number): Format =>
  (text) =>
    digitsOf(text).slice(0, most);

/** The caret position that leaves as many digits behind it as before formatting. */
function caretWithDigitsBehind(text: string, count: number): number {
  let behind = 0;
  for (let at = text.length; at > 0; at -= 1) {
    if (behind === count && /\d/.test(text.charAt(at - 1))) return at;
    if (/\d/.test(text.charAt(at - 1))) behind += 1;
  }
  return 0;
}

/** Deletes the digit that the user meant when a deletion only hit a character of the mask. */
function deletionThroughMask({ before, text, caret, kind }: MaskedEdit): { text: string; caret: number } {
  const metOnlySigns = digitsOf(text) === digitsOf(before) && text.length < before.length;
  if (!metOnlySigns) return { text, caret };
  const [head, tail] = [text.slice(0, caret), text.slice(caret)];
  if (kind === 'deleteContentForward') return { text: head + tail.replace(/\d/, ''), caret };
  if (kind !== 'deleteContentBackward') return { text, caret };
  const shorter = head.replace(/\d(?=\D*$)/, '');
  return { text: shorter + tail, caret: shorter.length };
}

/** The text and the caret after an edit. */
export function editMasked(edit: MaskedEdit, format: Format): { readonly text: string; readonly caret: number } {
  const meant = deletionThroughMask(edit);
  const text = format(meant.text, edit.before);
  const behind = digitsOf(meant.text.slice(meant.caret)).length;
  return { text, caret: behind === 0 ? text.length : caretWithDigitsBehind(text, behind) };
}
