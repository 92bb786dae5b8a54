import { afterAll, beforeEach, expect, test } from 'vitest';
import { heard } from '#test/support/heard.ts';
import { death, silence, sound, startVoiceService, toneWav } from '#test/support/voice-service.ts';
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
  expect(heard(bytes)).toMatchObject({ format: 7, seconds: 14 });
  expect(heard(bytes).peak).toBeGreaterThan(18_000);
});

test.each([
  ['audio/mpeg', Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2])],
  ['audio/mpeg', Buffer.from('ID3 and so on')],
  ['audio/ogg', Buffer.from('OggS and so on')],
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
  ['an endless sound', sound('audio/ogg', Buffer.alloc(3_000_000, 'OggS')), /too long/],
  ['a long sound', sound('audio/ogg', Buffer.alloc(1_500_000, 'OggS')), /too long/],
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
