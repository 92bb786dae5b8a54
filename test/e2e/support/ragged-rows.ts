import type { Page } from '@playwright/test';

/**
 * The choices of `ChoiceRows` and the ways of paying on a phone: how many are seen, and those whose rows do not begin and end at one edge, or
 * whose words reach out of their buttons.
 */
export function choicesInRows(page: Page): Promise<{ seen: number; ragged: string[] }> {
  return page.evaluate(() => {
    const edgesOf = (parts: readonly Element[]) => {
      const boxes = parts.map((part) => part.getBoundingClientRect());
      return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))].map(Math.round);
    };
    const isFaulty = (choice: Element) => {
      const parts = [...choice.querySelectorAll(':scope > :is(a, button, label)')];
      const rows = Map.groupBy(parts, (part) => Math.round(part.getBoundingClientRect().top));
      const edges = [...rows.values()].map((row) => edgesOf(row).join());
      return new Set(edges).size > 1 || parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    };
    // On a wide window a line breaks where it ends.
    if (innerWidth >= 600) return { seen: 0, ragged: [] };
    const isInRows = ({ parentElement }: Element) =>
      parentElement !== null && getComputedStyle(parentElement).display === 'contents';
    const inRows = [...document.querySelectorAll(':is(nav, fieldset):has(> :is([aria-current], [aria-pressed]))')];
    const ways = document.querySelectorAll('fieldset:has(> label > [type="radio"]):not(:has(> label > :not(input)))');
    const seen = [...inRows.filter(isInRows), ...ways].filter((choice) => choice.checkVisibility());
    const ragged = seen
      .filter(isFaulty)
      .map((choice) => `ragged: ${[...choice.children].map(({ textContent }) => textContent).join(' | ')}`);
    return { seen: seen.length, ragged };
  });
}
