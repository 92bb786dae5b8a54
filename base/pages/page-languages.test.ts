import { afterEach, expect, test } from 'vitest';
import { closePageServers, echo, startPages } from '#test/support/page-server.ts';

afterEach(closePageServers);

test('the first visit speaks a language of the visitor’s, and no cache on the way stores it for others', async () => {
  const { ask } = await startPages(echo);
  const languageOf = async (accepted: string, more: Record<string, string> = {}) =>
    / (ru|uz|en) /.exec((await ask('/authors', { 'accept-language': accepted, ...more })).body.toString())?.[1];
  for (const [accepted, language] of [
    ['uz-Latn-UZ,uz;q=0.9,ru;q=0.8', 'uz'],
    ['de, EN-us;q=0.5, ru;q=0.4', 'en'],
    ['en;q=0, ru;q=0.1', 'ru'],
    ['ru;q=0.5, uz', 'uz'],
    ['de, fr;q=0.5', 'ru'],
    ['*', 'ru'],
    [',;q=x,', 'ru'],
  ])
    expect([accepted, await languageOf(accepted ?? '')]).toEqual([accepted, language]);
  expect(await languageOf('en', { cookie: 'lang=uz' })).toBe('uz');
  const english = await ask('/authors', { 'accept-language': 'en' });
  expect(english.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  expect(english.headers['cdn-cache-control']).toBeUndefined();
  expect(english.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
  const russian = await ask('/authors', { 'accept-language': 'ru' });
  expect(russian.headers['cache-control']).toContain('public');
  expect((await ask('/widgets/sticker?key=x', { 'accept-language': 'en' })).body.toString()).toContain(' ru ');
});

test('an address that names its language is the same for every visitor', async () => {
  let times = 0;
  const { ask } = await startPages((request, page) => {
    times += 1;
    return echo(request, page);
  });
  const answers = [
    await ask('/authors?lang=uz&page=2', { cookie: 'lang=en' }),
    await ask('/authors?page=2&lang=uz', { 'accept-language': 'ru' }),
    await ask('/authors?lang=uz&page=2'),
  ];
  expect(times).toBe(1);
  for (const { headers, body } of answers) {
    expect(body.toString()).toContain(' uz ');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=5');
    expect(headers.vary).toBe('Accept-Encoding');
  }
  expect((await ask('/authors?lang=xx', { cookie: 'lang=en' })).headers['cache-control']).toContain('private');
});
