import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { everyCall } from '#test/support/every-call.ts';
import { newPhone, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
const app = await startApp({ pages: 'built' });
afterAll(() => app.close());

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `fetch` refuses to send TRACE. */
async function ask(method: string, path: string, { headers = {}, body }: Sent = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(`${app.url}${path}`, { method, headers }, resolve).on('error', reject).end(body);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const methodsOf = Map.groupBy(everyCall, ({ path }) => path.replace(/\/$/, ''));

describe('a method that a path does not know', () => {
  test.each([...methodsOf.keys()])('/api/%s names those that it knows', async (path) => {
    const known = methodsOf.get(path)?.map(({ method }) => method) ?? [];
    const others = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].filter(
      (method) => !known.some((one) => one === method),
    );
    for (const method of others) {
      const { status, headers, body } = await ask(method, `/api/${path.replace(/\{\w+\}/g, '1')}`);
      expect([method, status, JSON.parse(body).error.code]).toEqual([method, 405, 'MethodNotAllowed']);
      const allowed = (headers.allow ?? '').split(', ').filter((one) => one !== 'HEAD');
      expect(allowed.toSorted()).toEqual(known.toSorted());
    }
  });

  test('is refused on pages, files and probes as well, whatever comes with it', async () => {
    const [, asset = ''] = /(?:src|href)="(\/assets\/[^"]+)"/.exec((await ask('GET', '/')).body) ?? [];
    for (const method of ['POST', 'TRACE', 'PROPFIND', 'SEARCH']) {
      for (const path of ['/', '/authors', '/health/ready', '/robots.txt', asset]) {
        const init = method === 'TRACE' ? {} : { body: '<xml/>', headers: { 'content-type': 'text/xml' } };
        const { status, headers } = await ask(method, path, init);
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, HEAD']);
      }
      expect((await ask(method, '/assets/there-is-none.js')).status).toBe(404);
      expect((await ask(method, '/api/There/IsNone')).status).toBe(404);
    }
  });
});

describe('HEAD', () => {
  test.each(['Config', 'User/List?Take=2', 'Product/CategoryList', 'Region', 'openapi.json'])(
    '/api/%s answers as GET does, without a body',
    async (path) => {
      const got = await ask('GET', `/api/${path}`);
      for (const head of [await ask('HEAD', `/api/${path}`), await ask('HEAD', `/api/${path}`)]) {
        expect([head.status, head.body]).toEqual([got.status, '']);
        for (const name of ['content-type', 'cache-control', 'etag', 'content-length'])
          expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
      }
    },
  );

  test('HEAD reports missing and malformed addresses too', async () => {
    expect((await ask('HEAD', '/api/User/Get?userId=0197c1b2-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await ask('HEAD', '/api/User/List?Take=1000')).status).toBe(400);
    expect((await ask('HEAD', '/robots.txt')).status).toBe(200);
  });

  test('never sends a code, spends one or answers for a person', async () => {
    const phone = newPhone();
    const { token } = await signIn(app.db, testSecrets.jwt);
    for (const path of [
      `Sms/SendComfirmCode?phone=${phone}`,
      `Sms/CheckComfirmCode?phone=${phone}&comfirmCode=123456&rememberMe=false`,
      `Identity/ConfirmCode?phone=${phone}&code=123456`,
      `Identity/ConfirmCodeAdmin?phone=${phone}&code=123456`,
      'PersonalAccount/Get',
    ]) {
      const { status, headers } = await ask('HEAD', `/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([path, status, headers.allow]).toEqual([path, 405, 'GET']);
    }
    expect((await app.db.execute(sql`select from phone_code`)).rowCount).toBe(0);
  });
});
