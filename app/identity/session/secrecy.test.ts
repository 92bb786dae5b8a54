import { createServer, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { escapeIdentifier } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '#test/support/database/database.ts';
import { type IdentityApp, startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { endSessions } from '../identity-services.server.ts';

let databaseUrl: string;
let app: IdentityApp;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  databaseUrl = database.url;
  drop = database.drop;
  app = await startIdentityApp(databaseUrl, { hasLimits: false });
});

afterAll(async () => {
  await app.close();
  await drop();
});

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

describe('an unknown phone', () => {
  it('takes as long as a wrong password', async () => {
    const { phone } = await app.someone();
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 60; round++) {
      known.push(await timed(() => app.logIn(phone, 'not this one 1')));
      unknown.push(await timed(() => app.logIn(newPhone(), 'not this one 1')));
    }
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(8);
  });

  it('gets the same answer', async () => {
    const { phone } = await app.someone();
    const [known, unknown] = [await app.logIn(phone, 'not this one 1'), await app.logIn(newPhone(), 'x')];
    expect([known.status, known.code, known.message]).toEqual([unknown.status, unknown.code, unknown.message]);
  });
});

it('answers other calls during a flood of logins', async () => {
  const { phone } = await app.someone();
  const flood = Promise.all(Array.from({ length: 300 }, () => app.logIn(phone, 'not this one 1')));
  const times: number[] = [];
  for (let round = 0; round < 40; round++) {
    times.push(await timed(() => app.ask('GET Identity/CheckPhone', { query: { phone } })));
  }
  const answers = await flood;
  expect(answers.filter(({ status }) => status !== 401 && status !== 503)).toEqual([]);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  expect(times.toSorted((a, b) => a - b)[37]).toBeLessThan(300);
  expect((await app.logIn(phone)).status).toBe(200);
});

it('writes no code, password or token to the log or, in plain text, to the database', async () => {
  const secrets: string[] = [testPassword, 'совсем новый 48', 'not this one 1'];
  const phone = newPhone();
  const asked = await app.ask('POST Identity/Register', { body: { phone, password: testPassword } });
  const comfirmCode = await app.codeOf(phone);
  const actionId = asked.text('actionId');
  const login = await app.ask('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode, actionId } });
  const body = { accessToken: login.text('token'), refreshToken: login.text('refreshToken') };
  const next = await app.ask('POST Identity/RefreshToken', { body });
  const reset = await app.sendCode(phone);
  const right = await app.ask('GET Identity/ConfirmCode', { query: { phone, code: reset } });
  const query = { actionId: right.text('actionId'), password: 'совсем новый 48' };
  expect((await app.ask('PUT Identity/ChangePassword', { query })).status).toBe(200);
  await app.logIn(phone, 'not this one 1');
  secrets.push(
    body.accessToken,
    body.refreshToken,
    next.text('token'),
    next.text('refreshToken'),
    actionId,
    query.actionId,
  );
  const tables = ['person', 'session', 'refresh_token', 'phone_code', 'sms_sent', 'phone_action', 'outbox_message'];
  const texts = await Promise.all(
    tables.map(async (table) => {
      const found = await app.db.execute<{ text: string }>(
        sql`select coalesce(string_agg(t::text, ' '), '') as text from ${raw(escapeIdentifier(table))} t`,
      );
      return found.rows[0]?.text ?? '';
    }),
  );
  const everything = [...app.logLines, ...texts].join('\n');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(7);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(encodeURIComponent(secret));
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
  const loose = (code: string) => new RegExp(`(?<![0-9a-f-])${code}(?![0-9a-f-])`);
  for (const code of [comfirmCode, reset]) {
    expect(everything).not.toMatch(loose(code));
    expect(app.printed.some((line) => loose(code).test(line))).toBe(true);
  }
});

it('refuses an ended session on another process within a second', async () => {
  const other = await startIdentityApp(databaseUrl);
  const { userId, token } = await app.someone();
  const getUser = () => other.ask('POST Identity/GetUser', {}, { token });
  expect((await getUser()).status).toBe(200);
  await app.db.transaction((tx) => endSessions(tx, userId));
  const endedAt = performance.now();
  while ((await getUser()).status === 200 && performance.now() - endedAt < 2_000);
  expect(performance.now() - endedAt).toBeLessThan(1_000);
  expect((await getUser()).code).toBe('Unauthorized');
  await other.close();
});

describe('the gateway', () => {
  const taken = z.object({ phone: z.string(), text: z.string() });

  async function withGateway(
    statuses: number[],
    work: (app: IdentityApp, got: { key: unknown; body: unknown }[]) => Promise<void>,
  ) {
    const got: { key: unknown; body: unknown }[] = [];
    const read = async (request: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    const server = createServer(async (request, response) => {
      got.push({ key: request.headers['idempotency-key'], body: JSON.parse(await read(request)) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const withSms = await startIdentityApp(databaseUrl, { env: { SMS_URL: `http://127.0.0.1:${port}/send` } });
    try {
      await work(withSms, got);
    } finally {
      await withSms.close();
      server.close();
    }
  }

  it('is retried with the same key until it accepts the text, and replaces the outbox', () =>
    withGateway([500, 429], async (withSms, got) => {
      const phone = newPhone();
      expect((await withSms.ask('GET Sms/SendComfirmCode', { query: { phone } })).status).toBe(200);
      expect(got).toHaveLength(3);
      expect(new Set(got.map(({ key }) => key)).size).toBe(1);
      const { text } = taken.parse(got[0]?.body);
      expect(got[0]?.body).toEqual({ phone, text });
      const code = /@127\.0\.0\.1 #(\d{6})$/.exec(text)?.[1];
      expect((await withSms.ask('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode: code } })).status).toBe(200);
      expect((await withSms.ask('GET Dev/Outbox', { query: { phone } })).status).toBe(404);
      expect(withSms.logLines.join('\n')).not.toContain(`#${code}`);
    }));

  it('is not retried after a refusal, and the user may try again at once', () =>
    withGateway([400], async (withSms, got) => {
      const phone = newPhone();
      const refused = await withSms.ask('GET Sms/SendComfirmCode', { query: { phone } });
      expect([refused.status, refused.code, got.length]).toEqual([503, 'SmsUnavailable', 1]);
      expect((await withSms.ask('GET Sms/SendComfirmCode', { query: { phone } })).status).toBe(200);
    }));
});
