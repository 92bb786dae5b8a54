import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { endAlert, openNamedAlerts, showNamed } from '#test/e2e/support/named-alert.ts';
import { alertOn } from '#test/e2e/support/widget-page.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

const themes = ['ikat', 'minimal', 'playful', 'dark', 'light'] as const;

/** One letter of the name with its place, in the order in which it is written. */
interface Letter {
  readonly letter: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Geometry {
  readonly letters: readonly Letter[];
  /** Where words may stand: the card without its mark and its quotation mark. */
  readonly room: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly fontSize: number;
}

/** Where the letters of the name stand, and the room for them, without the tilt of the card. */
const geometryOf = (page: Page, kind = 'name'): Promise<Geometry> =>
  alertOn(page)
    .locator('[data-theme]')
    .evaluate((card, wanted) => {
      card.style.rotate = 'none';
      const line = card.querySelector(`[data-kind="${wanted}"]`);
      if (line === null) throw new Error('there is no such line');
      const letters: Letter[] = [];
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const { data } = text as Text;
        for (let at = 0; at < data.length; at += 1) {
          if (/[\s\u00ad\u2066-\u2069]/.test(data.charAt(at))) continue;
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          letters.push({ letter: data.charAt(at), left, right, top, bottom });
        }
      }
      const box = card.getBoundingClientRect();
      const mark = [...card.children].find((child) => !child.contains(line));
      const quote = getComputedStyle(card, '::after');
      const quoteWidth = quote.content === 'none' ? 0 : parseFloat(quote.width) + parseFloat(quote.marginRight);
      const isOverlay = quote.content !== 'none' && quote.position === 'absolute';
      return {
        letters,
        room: {
          left: mark === undefined ? box.left : Math.max(box.left, mark.getBoundingClientRect().right),
          right: box.right - (isOverlay ? parseFloat(quote.width) + parseFloat(quote.right) : quoteWidth),
          top: box.top,
          bottom: box.bottom,
        },
        fontSize: parseFloat(getComputedStyle(line).fontSize),
      };
    }, kind);

/** The lines of letters, from above, in the order of writing. */
function linesOf(letters: readonly Letter[]): string[] {
  const lines: { top: number; text: string }[] = [];
  for (const { letter, top, bottom } of letters) {
    const known = lines.find((line) => Math.abs(line.top - top) < (bottom - top) / 2);
    if (known) known.text += letter;
    else lines.push({ top, text: letter });
  }
  return lines.map(({ text }) => text);
}

const slack = 1;

function expectInRoom({ letters, room }: Geometry, what: string): void {
  expect(letters.length, what).toBeGreaterThan(0);
  expect(Math.min(...letters.map(({ left }) => left)), `${what}: left`).toBeGreaterThanOrEqual(room.left - slack);
  expect(Math.max(...letters.map(({ right }) => right)), `${what}: right`).toBeLessThanOrEqual(room.right + slack);
  expect(Math.min(...letters.map(({ top }) => top)), `${what}: top`).toBeGreaterThanOrEqual(room.top - slack);
  expect(Math.max(...letters.map(({ bottom }) => bottom)), `${what}: bottom`).toBeLessThanOrEqual(room.bottom + slack);
}

/** Names of one word, and how it may be broken at most. */
const names = [
  { name: 'Аня', lines: 1 },
  { name: 'Константинопольская', lines: 1 },
  { name: 'Достопримечательностиев', lines: 1 },
  { name: 'Рентгеноэлектрокардиографический', lines: 2 },
  { name: 'Превысокомногорассмотрительствующая', lines: 2 },
  { name: 'Водогрязеторфопарафинолечебницыпрекрасно', lines: 2 },
  { name: 'Christopherson', lines: 1 },
  { name: 'Wolfeschlegelsteinhausenbergerdorff', lines: 2 },
  { name: 'Pneumonoultramicroscopicsilicovolcanoco', lines: 2 },
  { name: 'Oʻzbekistonliklardanmisizlar', lines: 2 },
  { name: 'Gʻayratlantirilganlardanmisizlarmikanlar', lines: 2 },
] as const;

const vowels = /[аеёиоуыэюяaeiouyў]/i;

for (const theme of themes) {
  test(`long names shrink, then break between syllables, in the theme ${theme} @desktop`, async ({ page, creator }) => {
    await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30, theme, isCalm: true, animation: 'fade' } });
    await openNamedAlerts(page, creator);
    for (const { name, lines: most } of names) {
      await showNamed(page, creator, { name });
      const geometry = await geometryOf(page);
      expectInRoom(geometry, name);
      const lines = linesOf(geometry.letters);
      expect(lines.join(''), name).toBe(name);
      expect(lines.length, `${name}: ${lines.join(' / ')}`).toBeLessThanOrEqual(most);
      for (const line of lines)
        expect(vowels.test(line) && line.length > 1, `${name}: ${lines.join(' / ')}`).toBe(true);
      expect(geometry.fontSize, `${name} can be read`).toBeGreaterThanOrEqual(20);
      await endAlert(page, creator);
    }
  });
}

test('Arabic and Hebrew run from right to left, joined scripts keep their words whole @desktop', async ({
  page,
  creator,
}) => {
  await creator.call('PUT', 'Widget/Settings', { alert: { duration: 30, animation: 'fade' } });
  await openNamedAlerts(page, creator);
  for (const { name, isWhole } of [
    { name: 'عبدالرحمن', isWhole: true },
    { name: 'محمد الأمين', isWhole: true },
    { name: 'שלום עולם', isWhole: true },
    { name: 'अनुष्का शर्मा', isWhole: true },
    { name: 'Анна', isWhole: false },
  ]) {
    const isReversed = /[\u0590-\u08ff]/.test(name);
    await showNamed(page, creator, { name, message: isReversed ? `${name} 2026!` : 'привет' });
    const line = alertOn(page).locator('[data-kind="name"]').first();
    const moving = await line
      .locator('bdi *')
      .evaluateAll((parts) =>
        parts.filter((part) => getComputedStyle(part).animationName !== 'none').map((part) => part.textContent),
      );
    expect(moving, name).toEqual(isWhole ? name.split(' ') : [...name]);
    await line.evaluate(async (one) => {
      await Promise.allSettled(one.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
    const { letters } = await geometryOf(page);
    expectInRoom(await geometryOf(page), name);
    const first = letters.at(0);
    const last = letters.at(-1);
    if (first === undefined || last === undefined) throw new Error('no letters');
    if (isReversed) {
      expect(first.left, `${name}: the first letter`).toBeGreaterThan(last.left);
      const message = await geometryOf(page, 'message');
      const begin = message.letters.at(0);
      const end = message.letters.at(-1);
      // The sign at the end belongs to the sentence, so that it stands at its left.
      expect(begin?.left, `${name}: the message`).toBeGreaterThan(end?.left ?? Number.NaN);
      for (const theme of themes) {
        await alertOn(page)
          .locator('[data-theme]')
          .evaluate((card, one) => {
            card.setAttribute('data-theme', one);
          }, theme);
        const [nameLeft = 0, messageLeft = 0] = await Promise.all(
          ['name', 'message'].map(async (kind) =>
            Math.min(...(await geometryOf(page, kind)).letters.map(({ left }) => left)),
          ),
        );
        expect(Math.abs(nameLeft - messageLeft), `${name} and its message in ${theme}`).toBeLessThan(30);
      }
    } else {
      expect(first.left, `${name}: the first letter`).toBeLessThan(last.left);
    }
    await endAlert(page, creator);
  }
});

test('a name within words in another direction keeps its own @desktop', async ({ page, creator }) => {
  await creator.call('PUT', 'Widget/Settings', {
    alert: { duration: 30, isCalm: true, template: '«{name}»! {amount}' },
  });
  await openNamedAlerts(page, creator);
  await showNamed(page, creator, { name: 'DJ محمد علي' });
  const { letters } = await geometryOf(page);
  const placeOf = (letter: string) => letters.find((one) => one.letter === letter)?.left ?? Number.NaN;
  // The Latin word begins the line, and after it the two Arabic words follow each other from right to left.
  expect(placeOf('D')).toBeLessThan(placeOf('ي'));
  expect(placeOf('ي')).toBeLessThan(placeOf('د'));
  expectInRoom(await geometryOf(page), 'mixed');
});
