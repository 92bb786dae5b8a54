/** How a field shows what is typed or pasted into it. */
export interface Mask {
  /** The signs of a text that mean something in this field: a sum without its spaces. */
  readonly signs: (text: string) => string;
  /**
   * The form of the other signs. It may add signs, and leave signs out at the front; all others stay in their order, so that what does
   * not fit is seen and is never taken for another value.
   */
  readonly show: (signs: string) => string;
  /** The mask on English pages, where it is another one. What the field passes on is in the form of the mask above. */
  readonly english?: EnglishMask;
}

interface EnglishMask extends Mask {
  /** The signs of a text that is in the form of the other mask. */
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
}

/** The mask of a text of digits alone. */
export const digitsMask: Mask = { signs: (text) => text.replace(/\D/g, ''), show: (digits) => digits };

/** A text as its field holds it after it was pasted. */
export function pasted(text: string, mask: Mask): MaskedText {
  const signs = mask.signs(text);
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
function applied({ before, text, caret, kind }: MaskedEdit): { head: string; tail: string } {
  const { signs, shown } = before;
  const behind = text.slice(caret);
  // A text that is put in the place of another, to its end, is meant as it stands.
  const isPutInPlace = kind.startsWith('insert') && behind === '' && !text.startsWith(shown);
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

/** What the field holds after an edit, and the caret in the shown text. The same signs look the same, however they came to be there. */
export function editMasked(edit: MaskedEdit, mask: Mask): MaskedText & { readonly caret: number } {
  const { head, tail } = applied(edit);
  const after = pasted(head + tail, mask);
  let count = after.signs.length;
  // What means nothing behind the caret is not among the signs.
  for (let at = tail.length - 1; at >= 0 && count > 0; at -= 1) if (tail[at] === after.signs[count - 1]) count -= 1;
  if (count === after.signs.length) return { ...after, caret: after.shown.length };
  const places = placesOf(after);
  const caret = count === 0 ? places.lastIndexOf(0) : places.findIndex((place) => place >= count);
  return { ...after, caret };
}
