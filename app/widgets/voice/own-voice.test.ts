import { afterAll, expect, test } from 'vitest';
import { heard } from '#test/support/heard.ts';
import { OwnVoice } from './own-voice.server.ts';

const voice = new OwnVoice({ timeoutMilliseconds: 30_000 });
afterAll(() => voice.close());

const programOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const asked = { text: 'Спасибо', language: 'ru', rate: 1 } as const;

test.each([
  ['ru', 'Тимур, пятьдесят тысяч сумов. Спасибо за стрим!'],
  ['uz', 'Temur, besh ming soʻm. Strim uchun rahmat!'],
  ['en', 'Timur, five thousand sum. Thanks for the stream!'],
  ['kk', 'Тимур, бес мың теңге. Стрим үшін рақмет!'],
] as const)('speaks %s', async (language, text) => {
  const { mediaType, bytes } = await voice.speak({ text, language, rate: 1 });
  const { format, seconds, peak, audible } = heard(bytes);
  expect([mediaType, format]).toEqual(['audio/wav', 7]);
  expect(seconds).toBeGreaterThan(2);
  expect(seconds).toBeLessThan(8);
  expect(peak).toBeGreaterThan(10_000);
  expect(audible).toBeGreaterThan(0.3);
});

test('speaks faster when it is asked to, and no longer than a page plays', async () => {
  const text = 'Спасибо за стрим и за хорошее настроение! '.repeat(8);
  const secondsAt = async (rate: number) => heard((await voice.speak({ text, language: 'ru', rate })).bytes).seconds;
  const slow = await secondsAt(0.5);
  const fast = await secondsAt(2);
  expect(slow).toBe(12);
  expect(fast).toBeLessThan(slow);
});

test('says words of its own options and sounds as words', async () => {
  const bytesOf = async (text: string) => (await voice.speak({ text, language: 'en', rate: 1 })).bytes;
  await expect(bytesOf('-v de --version')).resolves.toBeDefined();
  const word = heard(await bytesOf('hello'));
  for (const sounds of ['[[h@loU]]', '[[[h@loU]]', '[[[[h@loU]]', '[\u2066[h@loU]]', '[ [h@loU]]']) {
    expect(heard(await bytesOf(sounds)).seconds, sounds).toBeGreaterThan(word.seconds);
  }
});

test('a thread that hangs is ended, and the next text is said by a new one', async () => {
  const hanging = new OwnVoice({ program: programOf('for (;;);'), timeoutMilliseconds: 100 });
  await expect(hanging.speak(asked)).rejects.toThrow('took too long');
  await expect(hanging.speak(asked)).rejects.toThrow('took too long');
});

test.each([
  ['throws', 'throw new Error("a fault in the voice")', 'a fault in the voice'],
  ['exits', 'process.exit(3)', 'has ended'],
])('a thread that %s fails its text alone', async (_title, code, message) => {
  const dying = new OwnVoice({ program: programOf(code) });
  await expect(dying.speak(asked)).rejects.toThrow(message);
});

test('a thread that answers rubbish has said nothing', async () => {
  const code =
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => parentPort.postMessage(new Uint8Array(100)));';
  const rubbish = new OwnVoice({ program: programOf(code) });
  await expect(rubbish.speak(asked)).rejects.toThrow('has said nothing');
  await rubbish.close();
});
