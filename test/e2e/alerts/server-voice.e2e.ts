import type { BrowserContext, Page } from '@playwright/test';
import { openCabinet } from '#test/e2e/support/cabinet.ts';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { press } from '#test/e2e/support/people.ts';
import { alertOn, openWidget } from '#test/e2e/support/widget-page.ts';

/** What a page has said: records that it has played, by seconds and peak, and texts that the browser's voice has read. */
interface Said {
  readonly played: readonly { readonly seconds: number; readonly peak: number }[];
  readonly read: readonly string[];
}

/** Notes what pages say. `voices`: the languages in which their browser has a voice. */
async function noteSaid(context: BrowserContext, voices: readonly string[]): Promise<(page: Page) => Promise<Said>> {
  await context.addInitScript((languages) => {
    const said: { played: { seconds: number; peak: number }[]; read: string[] } = { played: [], read: [] };
    Object.assign(window, { said });
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function startNoted(...when) {
      const samples = this.buffer?.getChannelData(0) ?? new Float32Array();
      said.played.push({ seconds: this.buffer?.duration ?? 0, peak: samples.reduce((a, b) => Math.max(a, b), 0) });
      return start.apply(this, when);
    };
    SpeechSynthesis.prototype.getVoices = () =>
      languages.map((lang) => ({ default: false, lang, localService: true, name: lang, voiceURI: lang }));
    SpeechSynthesis.prototype.speak = (utterance) => {
      said.read.push(utterance.text);
      setTimeout(() => utterance.dispatchEvent(new Event('end')));
    };
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { writable: true, value: null });
  }, voices);
  return (page) => page.evaluate(() => Object.assign({ said: { played: [], read: [] } }, window).said);
}

test('a browser without a voice plays that of the server', { tag: '@verdict' }, async ({ page, creator }) => {
  const said = await noteSaid(page.context(), []);
  await creator.call('PUT', 'Widget/Settings', { alert: { readAloud: true } });
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test?message=Спасибо за стрим');
  await expect(alertOn(page)).toBeVisible();
  await expect.poll(async () => (await said(page)).played.length).toBe(1);
  const { played, read } = await said(page);
  expect(played[0]?.seconds).toBeGreaterThan(0.8);
  expect(played[0]?.peak).toBeGreaterThan(0.3);
  expect(read).toEqual([]);
});

test('a browser with a voice for the language reads itself, unless the creator chose the server', async ({
  page,
  creator,
}) => {
  const said = await noteSaid(page.context(), ['ru-RU']);
  await creator.call('PUT', 'Widget/Settings', { alert: { readAloud: true, duration: 3 } });
  await openWidget(page, creator.key);
  await creator.call('POST', 'Widget/Test?message=Спасибо');
  await expect.poll(async () => (await said(page)).read).toEqual(['Спасибо']);
  expect((await said(page)).played).toEqual([]);
  await creator.call('PUT', 'Widget/Settings', { alert: { speaker: 'server' } });
  await creator.call('POST', 'Widget/Test?message=Привет');
  await expect.poll(async () => (await said(page)).played.length).toBe(1);
  expect((await said(page)).read).toEqual(['Спасибо']);
});

test('speech that does not come is read by the browser, and the next alert follows', async ({ page, creator }) => {
  const said = await noteSaid(page.context(), ['ru-RU']);
  await creator.call('PUT', 'Widget/Settings', { alert: { readAloud: true, speaker: 'server', duration: 3 } });
  await page.route('**/api/Widget/Speech?**', () => undefined);
  await openWidget(page, creator.key);
  for (const message of ['первое', 'второе']) await creator.call('POST', `Widget/Test?message=${message}`);
  await expect.poll(async () => (await said(page)).read, { timeout: 15_000 }).toEqual(['первое', 'второе']);
});

test('the creator chooses the voice of the server, listens to it and saves', { tag: '@verdict' }, async ({ page }) => {
  const said = await noteSaid(page.context(), []);
  const { creator } = await openCabinet(page, '/profile/alerts');
  await page.getByText('Читать донаты вслух').click();
  await press(page, 'Послушать голос');
  await expect.poll(async () => (await said(page)).played.length).toBe(1);
  await page.getByLabel('Голос', { exact: true }).selectOption({ label: 'Голос сервера' });
  await press(page, 'Послушать голос');
  await expect.poll(async () => (await said(page)).played.length).toBe(2);
  await expectAccessible(page);
  await noHorizontalScroll(page);
  await press(page, 'Сохранить');
  await expect(page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible();
  expect(await creator.call('GET', 'Widget/Settings')).toMatchObject({ alert: { readAloud: true, speaker: 'server' } });
});
