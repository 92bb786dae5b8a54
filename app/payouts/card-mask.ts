const shownForm = /^\d{4} •••• •••• \d{4}$/;

/**
 * The mask of a card number as it is stored: the first four and the last four digits. Takes a full number or another mask of 16
 * characters; null for anything else. The digits between never leave this function.
 */
export function cardMaskOf(text: string): string | null {
  const places = text.replace(/[\s-]/g, '');
  if (!/^\d{4}[\d*•x]{8}\d{4}$/i.test(places)) return null;
  return `${places.slice(0, 4)} •••• •••• ${places.slice(-4)}`;
}

/** Whether a text is exactly such a mask. */
export function isCardMask(text: string): boolean {
  return shownForm.test(text);
}
