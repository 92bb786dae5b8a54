import type { Page } from '@playwright/test';

/**
 * Placeholders wider than their fields, words of headings, choices, tables, lists and the footer that are broken inside, tables that have to be scrolled sideways, and broken
 * counters: what cannot be read at once.
 */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const isShown = (element: Element) => element.checkVisibility() && element.clientWidth > 1;
    const isCut = (field: HTMLElement, text: string, fontSize: string, taken: number) => {
      const look = getComputedStyle(field);
      if (pen === null || !isShown(field)) return false;
      pen.font = `${look.fontWeight} ${fontSize} ${look.fontFamily}`;
      const room = field.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight);
      return pen.measureText(text).width > room - taken + 1;
    };
    const cut: string[] = [];
    for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      const { fontSize } = getComputedStyle(input, '::placeholder');
      // The cross of a search keeps its place while there is nothing to clear.
      const cross = input.type === 'search' ? Number.parseFloat(getComputedStyle(input).fontSize) : 0;
      if (isCut(input, input.placeholder, fontSize, cross)) cut.push(`«${input.placeholder}» is cut`);
    }
    for (const select of document.querySelectorAll('select')) {
      const chosen = select.selectedOptions[0]?.text ?? '';
      // An arrow of ours stands within the padding.
      const arrow = getComputedStyle(select).appearance === 'none' ? 0 : 20;
      if (isCut(select, chosen, getComputedStyle(select).fontSize, arrow)) cut.push(`«${chosen}» is cut`);
    }
    // A picture beside words gives way to nothing.
    for (const picture of document.querySelectorAll('label > svg[width], button > svg[width]'))
      if (isShown(picture) && picture.clientWidth < Number(picture.getAttribute('width')) - 1)
        cut.push(`the picture beside «${picture.parentElement?.textContent ?? ''}» is squeezed`);
    const scrolled = [...document.querySelectorAll('section:has(> table)')]
      .filter((frame) => isShown(frame) && frame.scrollWidth > frame.clientWidth + 1)
      .map((frame) => `«${frame.getAttribute('aria-label') ?? ''}» scrolls sideways`);
    const broken: string[] = [];
    const word = document.createRange();
    const isBroken = (text: Node, start: number, end: number) => {
      word.setStart(text, start);
      word.setEnd(text, end);
      return (
        new Set([...word.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))).size > 1
      );
    };
    for (const counter of document.querySelectorAll('span')) {
      const [text] = counter.childNodes;
      const isCounter = /^\d+ ?\/ ?\d+$/.test(counter.textContent) && text?.nodeType === Node.TEXT_NODE;
      if (isCounter && isBroken(counter, 0, counter.childNodes.length))
        broken.push(`«${counter.textContent}» is broken`);
    }
    for (const cell of document.querySelectorAll(
      'h1, main nav:has(> [aria-current]) > a, button[aria-pressed], table :is(th, td), main ol > li > span, footer a',
    )) {
      if (!isShown(cell)) continue;
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const around = text.parentElement;
        // Words for ears alone have no room.
        if (around === null || around.closest('code, .spoken') || around.getBoundingClientRect().width <= 1) continue;
        // Letters beside digits are a name that was drawn by chance.
        for (const { index, 0: letters } of (text.nodeValue ?? '').matchAll(
          /(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu,
        )) {
          if (isBroken(text, index, index + letters.length)) broken.push(`«${letters}» is broken`);
        }
      }
    }
    return [...cut, ...scrolled, ...broken];
  });
}
