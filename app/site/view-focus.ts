/** Fields take the focus themselves, and dialogs hold it. */
const taken = 'input, textarea, select, dialog *, [role="dialog"] *';

let leaving = new AbortController();

/**
 * Moves the focus from what was pressed to the heading of the new view, which screen readers then read. A heading that comes later, or is
 * replaced by another as when a payment ends, gets it too, until the visitor does something.
 */
export function focusHeading(view: Element | null, pressed: Element | null): void {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  if (view === null || pressed?.matches(taken)) return;
  let focused = pressed;

  const move = () => {
    const { activeElement } = document;
    const heading = view.querySelector('h1');
    if (heading === null || heading === activeElement) return;
    if (activeElement !== document.body && activeElement !== focused) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    focused = heading;
  };
  const watch = new MutationObserver(move);
  const end = () => watch.disconnect();
  watch.observe(view, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown']) addEventListener(act, end, { signal });
  signal.addEventListener('abort', end);
  move();
}
