import type { Locator } from '@playwright/test';

/** How far below the upper edge of the window it begins. */
export const topOf = (shown: Locator): Promise<number> =>
  shown.evaluate((element) => element.getBoundingClientRect().top);

/** The words of a place that its width breaks apart. */
export const brokenWords = (place: Locator): Promise<readonly string[]> =>
  place.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        for (const word of (texts.currentNode.nodeValue ?? '').matchAll(/\S+/g)) {
          const range = new Range();
          range.setStart(texts.currentNode, word.index);
          range.setEnd(texts.currentNode, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word[0]);
        }
      }
      return broken;
    }),
  );
