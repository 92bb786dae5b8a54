import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const refusal = z.object({
  error: z.object({ code: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

const app = await startApp({ env: { LIMITS: 'off' } });
const { token } = await signIn(app.db, testSecrets.jwt);
afterAll(() => app.close());

type Part = readonly [name: string, value: string | Blob];

async function refusalOf(call: string, parts: readonly Part[]) {
  const body = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, `${name}.bin`);
  }
  const answer = await fetch(`${app.url}/api/${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { code, fields } = refusal.parse(await answer.json()).error;
  return [answer.status, code, fields] as const;
}

const small = new Blob(['no picture and no sound']);
const large = new Blob([Buffer.alloc(1_000_000, 1)]);

describe.each<[call: string, own: readonly Part[], tooLarge?: number]>([
  [
    'Images',
    [
      ['name', 'a.png'],
      ['type', 'Product'],
    ],
  ],
  ['Widget/Sounds', [['title', 'Гонг']]],
  ['Post/Audio', [['name', 'a.mp3']], 105_000_000],
  [
    'Donate/Import',
    [
      ['source', 'KoFi'],
      ['name', 'a.csv'],
    ],
  ],
])('an upload to %s', (call, own, tooLarge = 11_000_000) => {
  test.each<[what: string, more: readonly Part[], name: string, text: string]>([
    ['an unknown text', [['isAdmin', 'true']], 'isAdmin', 'Лишнее поле'],
    ['an unknown file', [['other', small]], 'other', 'Лишнее поле'],
    ['an unknown large file', [['other', large]], 'other', 'Лишнее поле'],
    [
      'a second file',
      [
        ['file', small],
        ['file', small],
      ],
      'file',
      'Параметр указан дважды',
    ],
    [
      'a second large file',
      [
        ['file', small],
        ['file', large],
      ],
      'file',
      'Параметр указан дважды',
    ],
    [
      'a hundred unknown texts',
      Array.from({ length: 100 }, (_, index) => [`x${index}`, '1'] as const),
      'x0',
      'Лишнее поле',
    ],
    [
      'a hundred unknown files',
      Array.from({ length: 100 }, (_, index) => [`x${index}`, small] as const),
      'x0',
      'Лишнее поле',
    ],
  ])('with %s is 400 and says so', async (_, more, name, text) => {
    expect(await refusalOf(call, [...own, ...more])).toEqual([400, 'ValidationFailed', { [name]: text }]);
    expect(await refusalOf(call, [...more, ...own])).toEqual([400, 'ValidationFailed', { [name]: text }]);
  });

  test('with one of its texts twice is 400 and says so', async () => {
    for (const [name, value] of own) {
      const twice = await refusalOf(call, [...own, [name, value], ['file', small]]);
      expect(twice).toEqual([400, 'ValidationFailed', { [name]: 'Параметр указан дважды' }]);
    }
  });

  test('with a text for its file is 400 and says so', async () => {
    const [status, code, fields] = await refusalOf(call, [...own, ['file', 'a.png']]);
    expect([status, code, Object.keys(fields ?? {})]).toEqual([400, 'ValidationFailed', ['file']]);
  });

  test('that is too large is 413', async () => {
    const huge = new Blob([Buffer.alloc(tooLarge, 1)]);
    expect(await refusalOf(call, [...own, ['file', huge]])).toEqual([413, 'PayloadTooLarge', undefined]);
  });
});
