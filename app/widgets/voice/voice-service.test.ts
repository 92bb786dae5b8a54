import { afterAll, beforeEach, expect, test } from 'vitest';
import { heard } from '#test/support/heard.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { death, opusHead, silence, silentMp3, sound, startVoiceService, toneWav } from '#test/support/voice-service.ts';
import { VoiceService } from './voice-service.server.ts';

const standIn = await startVoiceService();
afterAll(() => standIn.close());
const words = { text: 'Спасибо', language: 'ru', rate: 1.5 } as const;
let now = 0;
let service: VoiceService;

beforeEach(() => {
  const clock = { now: () => now, pause: async () => undefined };
  service = new VoiceService({ url: standIn.url, key: 'secret', clock, timeoutMilliseconds: 300 });
});

test('is asked with the text, its language, the voice and the speed', async () => {
  standIn.answer(sound('audio/wav', toneWav()));
  await service.speak(words);
  expect(standIn.asked.at(-1)).toEqual({
    body: { text: 'Спасибо', language: 'ru', voice: 'default', speed: 1.5 },
    key: 'Bearer secret',
  });
});

test('a WAV is written anew, whatever it is called, and cut where the page stops', async () => {
  standIn.answer(sound('text/html', toneWav(20)));
  const { mediaType, bytes } = await service.speak(words);
  expect(mediaType).toBe('audio/wav');
  expect(heard(bytes)).toMatchObject({ format: 7, seconds: 12 });
  expect(heard(bytes).peak).toBeGreaterThan(18_000);
});

test.each([
  ['audio/mpeg', silentMp3()],
  ['audio/mpeg', silentMp3().subarray(15)],
  ['audio/ogg', opusHead()],
])('%s is taken as it is', async (type, bytes) => {
  standIn.answer(sound(type, bytes));
  expect(await service.speak(words)).toEqual({ mediaType: type, bytes });
});

test.each([
  ['nothing', silence, /timeout/],
  ['a connection that ends', death, /fetch failed/],
  ['half an answer', sound('audio/wav', toneWav().subarray(0, 900)), /not one of 16 bits/],
  ['a page', sound('text/html', Buffer.from('<script>')), /no sound/],
  ['a page called a sound', sound('audio/mpeg', Buffer.from('<script>')), /no sound/],
  ['a tag without a sound', sound('audio/mpeg', Buffer.from('ID3 and so on')), /no sound/],
  [
    'a tag of a size that is none',
    sound('audio/mpeg', Buffer.from('ID3\x04\0\0\xff\xff\xff\xff', 'latin1')),
    /no sound/,
  ],
  ['a text of 16 bits', sound('audio/mpeg', Buffer.from('\ufeffтекст, который длиннее', 'utf16le')), /no sound/],
  ['a frame of no rate', sound('audio/mpeg', Buffer.from([0xff, 0xfb, 0xf0, 0, 1, 2])), /no sound/],
  ['a frame and rubbish', sound('audio/mpeg', Buffer.concat([silentMp3().subarray(0, 432), toneWav()])), /no sound/],
  ['the word OggS', sound('audio/ogg', Buffer.from('OggS and so on, and so on, and so on')), /no sound/],
  ['half a page of Ogg', sound('audio/ogg', opusHead().subarray(0, 40)), /no sound/],
  ['an endless sound', sound('audio/ogg', opusHead(3_000_000)), /too long/],
  ['a long sound', sound('audio/ogg', opusHead(1_500_000)), /too long/],
])('%s is no speech', async (_title, how, message) => {
  standIn.answer(how);
  await expect(service.speak(words)).rejects.toThrow(message);
});

test('a refusal and a redirect are no speech', async () => {
  standIn.answer((response) => response.writeHead(401).end('wrong key'));
  await expect(service.speak(words)).rejects.toThrow('VOICE_URL answers 401');
  standIn.answer((response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  await expect(service.speak(words)).rejects.toThrow('fetch failed');
});

test('is left alone for a minute after three failures in a row', async () => {
  const fail = () => service.speak(words).catch(() => undefined);
  standIn.answer(death);
  await fail();
  await fail();
  standIn.answer(sound('audio/wav', toneWav()));
  await service.speak(words);
  standIn.answer(death);
  await fail();
  await fail();
  expect(service.isUsable).toBe(true);
  await fail();
  expect(service.isUsable).toBe(false);
  now += 60_000;
  expect(service.isUsable).toBe(true);
});

test('after the minute one text tries it, and the others do not wait for that', async () => {
  standIn.answer(silence);
  await Promise.allSettled([service.speak(words), service.speak(words), service.speak(words)]);
  now += 60_000;
  const trial = service.speak(words).catch((error: unknown) => error);
  expect(service.isUsable).toBe(false);
  expect(await trial).toMatchObject({ name: 'TimeoutError' });
  expect(service.isUsable).toBe(false);
  now += 60_000;
  standIn.answer(sound('audio/wav', toneWav()));
  await service.speak(words);
  expect(service.isUsable).toBe(true);
});

test('an answer after more than two seconds is stored, and a failure: no page waits so long', async () => {
  const tone = sound('audio/wav', toneWav());
  const after = (milliseconds: number) =>
    standIn.answer((response) => {
      now += milliseconds;
      tone(response);
    });
  after(2_000);
  for (const _ of [1, 2, 3]) await service.speak(words);
  expect(service.isUsable).toBe(true);
  after(2_001);
  for (const _ of [1, 2, 3]) expect(await service.speak(words)).toMatchObject({ mediaType: 'audio/wav' });
  expect(service.isUsable).toBe(false);
});

test('what was stopped is no failure of the service', async () => {
  standIn.answer(silence);
  const patient = new VoiceService({ url: standIn.url, key: undefined });
  for (const _ of [1, 2, 3]) {
    const stop = new AbortController();
    const asked = standIn.asked.length;
    const speech = patient.speak(words, stop.signal).catch((error: unknown) => error);
    await until(() => standIn.asked.length > asked);
    stop.abort();
    expect(await speech).toMatchObject({ name: 'AbortError' });
  }
  expect(patient.isUsable).toBe(true);
});
