import { expect, type Page } from '@playwright/test';

/** Fails where a heading of the screen stands more than one level below the one before it. */
export async function expectHeadingOrder(page: Page): Promise<void> {
  const levels = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll((headings) => headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
  const jumps = levels.filter((heading, at) => Number(heading[1]) > Number(levels[at - 1]?.[1] ?? 0) + 1);
  expect(jumps, `headings below a level that is not there, of ${levels.join(', ')}`).toEqual([]);
}
