import type { Page } from '@playwright/test';

/** Draws all letters of the open page twice as large, as a phone does where that is set: sizes in pixels grow, too. */
export function enlargeLetters(page: Page): Promise<void> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('body, body *')];
    const sizes = elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    for (const [at, element] of elements.entries()) element.style.fontSize = `${String(2 * (sizes[at] ?? 0))}px`;
  });
}
