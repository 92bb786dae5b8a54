/** Windows in which every row is a card. */
const phones = '(width < 60em)';

/** Windows in which tables are set more closely. */
const close = '(width < 80em)';

/** What a sheet of A4 leaves between its margins, in pixels. */
const paper = 680;

/** The narrowest frame that has room for the rows of a table, with their words whole. */
function needOf(table: HTMLTableElement, frame: HTMLElement): number {
  const areCards = table.hasAttribute('data-cards');
  // The page keeps its height meanwhile, and with it the place to which it is scrolled.
  frame.style.minHeight = `${String(frame.offsetHeight)}px`;
  table.removeAttribute('data-cards');
  table.style.width = 'min-content';
  const need = table.offsetWidth;
  table.style.width = '';
  table.toggleAttribute('data-cards', areCards);
  frame.style.minHeight = '';
  return need;
}

/**
 * The `ref` of a table: marks it by `data-cards` wherever its rows find no room. Each of them is a card then, and nothing scrolls sideways. On
 * paper, too. Measures only what has changed: the words of the table, or the width of its frame.
 */
export function arrangeCards(table: HTMLTableElement | null): (() => void) | undefined {
  const frame = table?.parentElement;
  if (!table || !frame) return undefined;
  let need: number | null = null;
  let isClose = matchMedia(close).matches;

  const arrange = () => {
    const room = frame.clientWidth;
    // Inside something closed there is nothing to measure yet.
    if (room === 0) return;
    if (matchMedia(close).matches !== isClose) {
      isClose = !isClose;
      need = null;
    }
    const isPhone = matchMedia(phones).matches;
    if (!isPhone) need ??= needOf(table, frame);
    table.toggleAttribute('data-cards', isPhone || (need ?? 0) > room);
  };
  const measure = () => {
    need = null;
    arrange();
  };
  const print = () => table.toggleAttribute('data-cards', needOf(table, frame) > paper);

  // Before it is painted, with the rows that it has now; what follows comes before it is painted, too.
  arrange();
  const words = new MutationObserver(measure);
  words.observe(table, { childList: true, characterData: true, subtree: true });
  let width = frame.clientWidth;
  const sizes = new ResizeObserver(() => {
    // Cards change the height of the frame themselves.
    if (frame.clientWidth === width) return;
    width = frame.clientWidth;
    arrange();
  });
  sizes.observe(frame);
  const ending = new AbortController();
  const { signal } = ending;
  document.fonts.addEventListener('loadingdone', measure, { signal });
  window.addEventListener('beforeprint', print, { signal });
  window.addEventListener('afterprint', measure, { signal });
  return () => {
    words.disconnect();
    sizes.disconnect();
    ending.abort();
  };
}
