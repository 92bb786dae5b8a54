import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Role } from '#app/identity/roles.ts';
import type { Call } from '#base/calls/call.ts';
import { everyCall } from '#test/support/every-call.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const refusal = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

const named = (some: readonly Call[]) => some.map((call) => [`${call.method} ${call.path}`, call] as const);

const tokens = new Map<Role, string>();

const app = await startApp({ env: { LIMITS: 'off' } });
const person = await signIn(app.db, testSecrets.jwt);
for (const role of ['user', 'moderator', 'admin'] as const) {
  tokens.set(role, (await signIn(app.db, testSecrets.jwt, { role })).token);
}
afterAll(() => app.close());

interface Sent {
  readonly token?: string | undefined;
  readonly type?: string;
  readonly query?: string;
}

/** Sends a body as it is spelled: much of this is lost where a body goes through `JSON.stringify`. */
async function send(name: string, body: string | undefined, { token, query, ...sent }: Sent = {}) {
  const type = sent.type ?? (body === undefined ? undefined : 'application/json');
  const [method = 'GET', path = ''] = name.split(' ');
  const answer = await fetch(`${app.url}/api/${path}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const refusalOf = async (name: string, body: string | undefined, sent: Sent = {}) => {
  const answer = await send(name, body, sent);
  return { status: answer.status, ...refusal.parse(answer.body).error };
};

const tokenFor = ({ access }: Call) => (access === 'guest' || access === 'key' ? undefined : tokens.get('admin'));

const namesOfBody = ({ body }: Call): string[] =>
  body instanceof z.ZodType
    ? Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {})
    : [];

/** Calls with a body whose sender is known by it alone refuse the sender first. */
const withBody = everyCall.filter((call) => call.body !== undefined && call.access !== 'key');

describe('a body', () => {
  test.each(named(withBody))('of %s that is nested 5,000 deep is 400', async (name, call) => {
    const deep = (inside: string) => `${inside.repeat(5_000)}1${(inside === '[' ? ']' : '}').repeat(5_000)}`;
    const [member = 'x'] = namesOfBody(call);
    const bodies = [deep('['), deep('{"a":'), `{"${member}":${deep('[')}}`, `{"a":${deep('[')},"__proto__":1}`];
    for (const body of bodies) {
      expect(await refusalOf(name, body, { token: tokenFor(call) })).toMatchObject({
        status: 400,
        code: 'ValidationFailed',
      });
    }
    const { fields } = await refusalOf(name, bodies[2], { token: tokenFor(call) });
    expect(fields).toEqual({ [member]: 'Слишком глубокая вложенность' });
  });

  test.each(named(withBody))('of %s with half a character is 400 and says where', async (name, call) => {
    for (const member of namesOfBody(call).filter((one) => !call.freeTexts?.includes(one))) {
      for (const half of ['\\ud83d', '\\ude00', 'a\\ud83d\\ud83d', '\\u0000']) {
        const whole = await refusalOf(name, `{"${member}":"${half}"}`, { token: tokenFor(call) });
        expect(whole).toMatchObject({ status: 400, fields: { [member]: 'Недопустимые символы' } });
        const within = await refusalOf(name, `{"${member}":[{"a":"${half}"}]}`, { token: tokenFor(call) });
        expect(within).toMatchObject({ status: 400, fields: { [`${member}.0.a`]: 'Недопустимые символы' } });
      }
    }
    const ofName = await refusalOf(name, '{"a\\ud83d":1}', { token: tokenFor(call) });
    expect(ofName).toMatchObject({ status: 400, fields: { 'a\ufffd': 'Недопустимые символы' } });
  });

  test.each(named(withBody))('missing from %s is refused with the required members', async (name, call) => {
    for (const body of [undefined, '', 'null']) {
      const answer = await send(name, body, { token: tokenFor(call) });
      if (answer.status === 200) continue;
      const { fields = {} } = refusal.parse(answer.body).error;
      expect(Object.keys(fields)).not.toContain('');
    }
    for (const body of ['[]', '"text"', '5', 'true']) {
      const { status, fields } = await refusalOf(name, body, { token: tokenFor(call) });
      expect([status, fields]).toEqual([400, { body: 'Нужен объект' }]);
    }
  });

  test('without its members names each', async () => {
    const registered = await refusalOf('POST Identity/Register', undefined);
    expect(registered.fields).toEqual({ phone: 'Заполните поле', password: 'Заполните поле' });
  });

  test('with names such as `constructor` is refused by name', async () => {
    for (const member of ['constructor', 'valueOf', 'toString', 'hasOwnProperty', '__proto__']) {
      const { status, body } = await send('POST Identity/Register', `{"${member}":1}`);
      expect([status, Object.entries(body.error.fields)]).toEqual([
        400,
        expect.arrayContaining([[member, 'Лишнее поле']]),
      ]);
    }
    const escaped = await send('POST Identity/Register', '{"\\u005f_proto__":{"isAdmin":true}}');
    expect(Object.keys(escaped.body.error.fields)).toEqual(['__proto__']);
    const deeper = await refusalOf('POST Identity/Register', '{"a":[{"constructor":{"prototype":1}}]}');
    expect(deeper.fields).toEqual({ 'a.0.constructor': 'Лишнее поле' });
  });
});

test('a donation whose message was cut in the middle of an emoji is given', async () => {
  const body = `{"projectId":"${person.projectId}","amount":5000,"name":"Аня \\ud83d","message":"Спасибо \\ud83d"}`;
  const made = await send('POST ProjectPay/Create', body);
  expect(made).toMatchObject({ status: 200, body: { data: { amount: 5_000 } } });
  const success = await app.api('GET ProjectPay/Success', { query: { payId: made.body.data.payId } });
  expect(success.body).toMatchObject({ data: { name: 'Аня \ufffd', message: 'Спасибо \ufffd' } });
  expect(await refusalOf('POST ProjectPay/Create', body.replace('"message"', '"message\\ud83d"'))).toMatchObject({
    status: 400,
    fields: { 'message\ufffd': 'Недопустимые символы' },
  });
});

describe('a form', () => {
  const form = '--b\r\ncontent-disposition: form-data; name="phone"\r\n\r\n998901234567\r\n--b--\r\n';

  test.each(named(everyCall.filter(({ form: kind, method }) => kind !== 'upload' && method !== 'GET')))(
    'is 415 for %s, after 401 and 403',
    async (name, call) => {
      const type = 'multipart/form-data; boundary=b';
      const asked = await refusalOf(name.replace(/\{\w+\}/, '1'), form, { token: tokenFor(call), type });
      expect(asked).toMatchObject({ status: call.access === 'key' ? 401 : 415 });
      if (tokenFor(call) === undefined) return;
      expect(await refusalOf(name, form, { type })).toMatchObject({ status: 401 });
      if (call.access === 'user') return;
      expect(await refusalOf(name, form, { type, token: tokens.get('user') })).toMatchObject({ status: 403 });
    },
  );

  test.each(['GET Region', 'GET Product/ProductList'])('is nothing to %s, which reads no body', async (name) => {
    for (const type of ['multipart/form-data; boundary=b', 'multipart/form-data', 'text/plain']) {
      expect((await send(name, undefined, { type, query: `utm=${encodeURIComponent(type)}` })).status).toBe(200);
    }
  });
});

describe('a query', () => {
  test.each([
    ['Take=&Take=1', 'Take'],
    ['Take=1&take=', 'Take'],
    ['Take&Take', 'Take'],
    ['utm=1&UTM=2', 'UTM'],
    ['utm=%00', 'utm'],
    ['utm=%ff', 'utm'],
    ['utm%00=1', 'utm%00'],
    ['Take=1.0', 'Take'],
    ['Name=%ED%A0%BD', 'Name'],
  ])('%s is refused at %s', async (query, field) => {
    const { status, fields } = await refusalOf('GET Product/ProductList', undefined, { query });
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]]);
  });

  test.each(['Take=1&&Skip=0&', 'Take=1&utm=1&ref=', 'Take=&Skip='])('%s is taken', async (query) => {
    expect((await send('GET Product/ProductList', undefined, { query })).status).toBe(200);
  });
});

describe('a pickup point', () => {
  test.each(['0x1', '1e0', '%201', '1%20', '+1', '1.0', '-1', '0', 'Infinity', '2147483648', '9'.repeat(30), '%D9%A1'])(
    'is not found as %s',
    async (id) => {
      const { status, fields } = await refusalOf(`GET PickUp/${id}`, undefined);
      expect([status, Object.keys(fields ?? {})]).toEqual([400, ['id']]);
    },
  );

  test('is asked for by its number', async () => {
    expect(await refusalOf('GET PickUp/2147483647', undefined)).toMatchObject({ status: 404 });
  });
});

describe('an amount out of range is refused as too large', () => {
  test.each(['99999999999999999999', '99999999999999', '1e999'])('%s of a donation', async (amount) => {
    const body = `{"projectId":"${person.projectId}","amount":${amount}}`;
    const { status, fields } = await refusalOf('POST ProjectPay/Create', body);
    expect([status, fields]).toEqual([400, { amount: 'Слишком большая сумма' }]);
    const below = await refusalOf('POST ProjectPay/Create', body.replace(amount, `-${amount}`));
    expect(below.fields).toEqual({ amount: 'Слишком маленькая сумма' });
  });

  test('and so is the price of a product', async () => {
    const priceFault = async (price: number) => {
      const { fields } = await refusalOf('POST Product/Create', JSON.stringify({ price }), {
        token: tokens.get('admin'),
      });
      return fields?.price;
    };
    expect(await priceFault(90_071_992_547_409.91)).toBe('Значение не должно превышать 1 000 000 000');
    expect(await priceFault(0)).toBe('Укажите цену больше нуля');
    expect(await priceFault(1.001)).toBe('Укажите сумму не более чем с двумя знаками после запятой');
  });

  test('and so is any whole number', async () => {
    const fields = async (limit: string) =>
      (
        await refusalOf('POST Order/CreateOrder', `{"items":[{"productId":"x","quantity":${limit}}]}`, {
          token: tokens.get('user'),
        })
      ).fields;
    expect(await fields('1e999')).toMatchObject({ 'items.0.quantity': 'Слишком большое число' });
    expect(await fields('1e300')).toMatchObject({ 'items.0.quantity': 'Слишком большое число' });
  });
});
