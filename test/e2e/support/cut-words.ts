import type { Page } from '@playwright/test';

/** Placeholders wider than their fields, and words of tables that are broken inside: what cannot be read at once. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const isShown = (element: Element) => element.checkVisibility() && element.clientWidth > 1;
    const isCut = (input: HTMLInputElement) => {
      const look = getComputedStyle(input);
      if (pen === null) return false;
      pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
      const room = input.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight);
      return pen.measureText(input.placeholder).width > room + 1;
    };
    const inputs = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')];
    const cut = inputs
      .filter((input) => isShown(input) && isCut(input))
      .map(({ placeholder }) => `«${placeholder}» is cut`);
    const broken: string[] = [];
    const word = document.createRange();
    for (const cell of document.querySelectorAll('table :is(th, td)')) {
      if (!isShown(cell)) continue;
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (text.parentElement?.closest('code, .spoken')) continue;
        for (const { index, 0: letters } of (text.nodeValue ?? '').matchAll(/\p{L}{2,}/gu)) {
          word.setStart(text, index);
          word.setEnd(text, index + letters.length);
          const lines = new Set(
            [...word.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
          );
          if (lines.size > 1) broken.push(`«${letters}» is broken`);
        }
      }
    }
    return [...cut, ...broken];
  });
}
