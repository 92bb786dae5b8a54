/** Moves the focus to the text in `root` that says what came of an act; false: there is none. */
export function focusResult(root: ParentNode): boolean {
  const said = [...root.querySelectorAll<HTMLElement>('[role="status"], [role="alert"]')].find(
    (place) => place.textContent?.trim() && place.checkVisibility(),
  );
  if (said === undefined) return false;
  focusText(said);
  return true;
}

/** Moves the focus to a text, which takes none by itself. */
export function focusText(text: HTMLElement): void {
  if (!text.hasAttribute('tabindex')) text.tabIndex = -1;
  text.focus({ preventScroll: true });
}
