/** How a field shows what is typed or pasted into it. */
export interface Mask {
  /** Signs that mean nothing in this field, as spaces in a sum. */
  readonly meaningless: RegExp;
  /**
   * The form of the other signs. It may add signs, and leave signs out at the front; all others stay in their order, so that what does
   * not fit is seen and is never taken for another value.
   */
  readonly show: (signs: string) => string;
  /** The mask on English pages, where it is another one. What the field passes on is in the form of this mask. */
  readonly english?: EnglishMask;
}

/** A mask that adds a sign which may be typed as well. */
interface EnglishMask extends Mask {
  /** The sign that it adds. */
  readonly added: string;
  /** Leaves out that sign wherever the mask would add it itself. */
  readonly plain: (signs: string) => string;
  /** The signs of a text in the form of the other mask. */
  readonly from: (text: string) => string;
}

/** What a field holds: the signs that were typed into it, and how it shows them. */
export interface MaskedText {
  readonly signs: string;
  readonly shown: string;
}

/** An edit of a field: its text and caret after the browser has applied it. */
export interface MaskedEdit {
  readonly before: MaskedText;
  readonly text: string;
  readonly caret: number;
  /** `inputType` of the event, if the browser provides it. */
  readonly kind: string;
  /** The text that was put in before the caret; null: the browser does not say. */
  readonly put?: string | null;
}

const digitsOnly = /\D/g;

/** The mask of a text of digits alone. */
export const digitsMask: Mask = { meaningless: digitsOnly, show: (digits) => digits };

/** A text as its field holds it after it was pasted. */
export function pasted(text: string, mask: Mask): MaskedText {
  const signs = text.replace(mask.meaningless, '');
  return { signs, shown: mask.show(signs) };
}

/** A text in the form of its field. */
export function masked(text: string, mask: Mask): string {
  return pasted(text, mask).shown;
}

/** For each place of the shown text, the number of typed signs before it. */
function placesOf({ signs, shown }: MaskedText): number[] {
  const places = [signs.length];
  let left = signs.length;
  for (let at = shown.length - 1; at >= 0; at -= 1) {
    if (left > 0 && shown[at] === signs[left - 1]) left -= 1;
    places.unshift(left);
  }
  // Signs that are left out at the front belong to the first one that is shown.
  return places.map((place) => (place === left ? 0 : place));
}

/** The signs before and behind the caret after an edit, with what it typed in between. */
function applied({ before, text, caret, kind, put }: MaskedEdit): { head: string; tail: string } {
  const { signs, shown } = before;
  const behind = text.slice(caret);
  // A key that took the place of the end alone: what stands before it stays.
  const isKept = kind === 'insertText' && put?.length === 1 && caret > 1 && shown.startsWith(text.slice(0, caret - 1));
  // A text that is put in the place of another, to its end, is meant as it stands.
  const isPut = kind === '' || kind.startsWith('insert');
  const isPutInPlace = isPut && behind === '' && !text.startsWith(shown) && !isKept;
  if (isPutInPlace || !shown.endsWith(behind)) return { head: text.slice(0, caret), tail: behind };
  const end = shown.length - behind.length;
  let start = 0;
  while (start < Math.min(end, caret) && shown[start] === text[start]) start += 1;
  const places = placesOf(before);
  const first = places[start] ?? 0;
  const last = places[end] ?? signs.length;
  const typed = text.slice(start, caret);
  // So is what is put in the place of the first signs, also where it begins like what the mask has put before them.
  if (first === 0 && typed !== '' && start < end) {
    const isInsideMask = last === 0;
    return { head: text.slice(0, caret), tail: isInsideMask ? behind : signs.slice(last) };
  }
  // A deletion that hit only what the mask has added means the sign beside it.
  const hitMask = typed === '' && first === last && start < end;
  const isBackward = hitMask && kind === 'deleteContentBackward';
  const isForward = hitMask && kind === 'deleteContentForward';
  return {
    head: signs.slice(0, isBackward ? Math.max(0, first - 1) : first) + typed,
    tail: signs.slice(isForward ? last + 1 : last),
  };
}

/** An edit of what was typed with the signs that the mask adds goes on as if the mask had added them, unless it types one more. */
function resumed(edit: MaskedEdit, { added, plain }: EnglishMask): MaskedEdit {
  const { before, text, caret, kind } = edit;
  if (kind.startsWith('insert') && text[caret - 1] === added) return edit;
  return { ...edit, before: { ...before, signs: plain(before.signs) } };
}

/** What the field holds after an edit, and the caret in the shown text. The same signs look the same, however they came to be there. */
export function editMasked(edit: MaskedEdit, mask: Mask | EnglishMask): MaskedText & { readonly caret: number } {
  const { head, tail } = applied('added' in mask ? resumed(edit, mask) : edit);
  const after = pasted(head + tail, mask);
  const count = after.signs.length - tail.replace(mask.meaningless, '').length;
  if (count === after.signs.length) return { ...after, caret: after.shown.length };
  const places = placesOf(after);
  const caret = count === 0 ? places.lastIndexOf(0) : places.findIndex((place) => place >= count);
  return { ...after, caret };
}
