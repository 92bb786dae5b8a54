import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import { fallbackSheet } from './fallback-fonts.ts';

await unpackBrowser();
const browser = await chromium.launch(browserLaunch());
afterAll(() => browser.close());

/** The text without its numbers and spaces, and the numbers of percent in it. */
function read(sheet: string): { text: string; numbers: number[] } {
  const numbers = [...sheet.matchAll(/([\d.]+)%/g)].map(([, number]) => Number(number));
  return { text: sheet.replace(/[\d.]+%/g, '%').replace(/\s+/g, ''), numbers };
}

test('the faces that stand in for our fonts are as the fonts themselves measure', async () => {
  const written = read(await readFile(join(import.meta.dirname, '../../base/ui/theme/fallback-fonts.css'), 'utf8'));
  const measured = read(await fallbackSheet(await browser.newPage()));
  expect(written.text, 'run node operation/install/write-fallback-fonts.ts').toBe(measured.text);
  expect(written.numbers.length).toBe(48);
  for (const [index, number] of measured.numbers.entries()) {
    expect(Math.abs((written.numbers[index] ?? 0) - number), `number ${index}: ${number}`).toBeLessThan(0.3);
  }
});
