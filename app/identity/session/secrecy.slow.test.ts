import { createServer, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { escapeIdentifier } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type IdentityApp, startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { endSessions } from '../identity-services.server.ts';

let app: IdentityApp;

beforeAll(async () => {
  app = await startIdentityApp({ hasLimits: false });
});

afterAll(async () => {
  await app.close();
});

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of processor time: those of the clock depend on what else the machine does. */
const worked = async (work: () => Promise<unknown>) => {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
};

describe('an unknown phone', () => {
  it('takes as much work as a wrong password', async () => {
    const { phone } = await app.someone();
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 60; round++) {
      known.push(await worked(() => app.logIn(phone, 'not this one 1')));
      unknown.push(await worked(() => app.logIn(newPhone(), 'not this one 1')));
    }
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(8);
  });

  it('gets the same answer', async () => {
    const { phone } = await app.someone();
    const known = await app.logIn(phone, 'not this one 1');
    const unknown = await app.logIn(newPhone(), 'x');
    expect([known.status, known.code, known.message]).toEqual([unknown.status, unknown.code, unknown.message]);
  });
});

it('answers other calls during a flood of logins', async () => {
  const { phone } = await app.someone();
  const statuses: number[] = [];
  const flood = Array.from({ length: 300 }, async () => {
    statuses.push((await app.logIn(phone, 'not this one 1')).status);
  });
  const checked = () => statuses.filter((status) => status === 401).length;
  const meanwhile: number[] = [];
  for (let round = 0; round < 40; round++) {
    const before = checked();
    expect((await app.ask('GET Identity/CheckPhone', { query: { phone } })).status).toBe(200);
    meanwhile.push(checked() - before);
  }
  await Promise.all(flood);
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  // Up to 32 passwords wait to be checked: another call is answered while hardly any of them is.
  expect(meanwhile.toSorted((a, b) => a - b)[37]).toBeLessThan(8);
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
  const other = await startIdentityApp({ databaseUrl: app.databaseUrl });
  const { userId, token } = await app.someone();
  const getUser = () => other.ask('POST Identity/GetUser', {}, { token });
  expect((await getUser()).status).toBe(200);
  await app.db.transaction((tx) => endSessions(tx, userId));
  const endedAt = performance.now();
  let askedAt = endedAt;
  let acceptedAt = endedAt;
  while ((await getUser()).status === 200 && askedAt - endedAt < 2_000) {
    acceptedAt = askedAt;
    askedAt = performance.now();
  }
  expect(acceptedAt - endedAt).toBeLessThan(1_000);
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
    const withSms = await startIdentityApp({
      databaseUrl: app.databaseUrl,
      env: { SMS_URL: `http://127.0.0.1:${port}/send` },
    });
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
