import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type IdentityApp, startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

const app = await startIdentityApp({ hasLimits: false });
afterAll(() => app.close());

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
