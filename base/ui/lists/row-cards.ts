/** Windows in which every row is a card. */
const phones = '(width < 60em)';

/** Windows in which tables are set more closely. */
const close = '(width < 80em)';

/** Cards give way to a table only where it finds more room than a scrollbar takes: the two change the height of the page, and so its scrollbar. */
const scrollbar = 20;

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
  const phone = matchMedia(phones);
  const closer = matchMedia(close);

  const arrange = () => {
    const room = frame.clientWidth;
    // Inside something closed there is nothing to measure yet.
    if (room === 0) return;
    if (!phone.matches) need ??= needOf(table, frame);
    const spare = table.hasAttribute('data-cards') ? scrollbar : 0;
    table.toggleAttribute('data-cards', phone.matches || (need ?? 0) + spare > room);
  };
  const measure = () => {
    need = null;
    arrange();
  };
  // On paper no table is set closely, whatever the width of the window.
  const print = () => {
    table.setAttribute('data-paper', '');
    table.toggleAttribute('data-cards', needOf(table, frame) > paper);
  };
  const endPrint = () => {
    table.removeAttribute('data-paper');
    measure();
  };

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
  for (const query of [phone, closer]) query.addEventListener('change', measure, { signal });
  document.fonts.addEventListener('loadingdone', measure, { signal });
  window.addEventListener('beforeprint', print, { signal });
  window.addEventListener('afterprint', endPrint, { signal });
  return () => {
    words.disconnect();
    sizes.disconnect();
    ending.abort();
  };
}
