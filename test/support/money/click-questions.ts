import { createHash, randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TaxItem } from '#app/payments/payment-lines.ts';
import { createClick } from '#app/payments/systems/click/click-page.server.ts';
import { callbackApp } from './callback-app.ts';
import { type ClickMembers, clickCaller, clickEnv, completionOf, newAttempt } from './click-caller.ts';
import { paymentFixture } from './payment-fixture.ts';

/** What the Merchant API answers: a body, an HTTP status, or nothing. */
type Scripted = Readonly<Record<string, unknown>> | number | 'silence';

const { CLICK_SERVICE_ID: serviceId, CLICK_MERCHANT_ID: merchantId, CLICK_SECRET_KEY: key } = clickEnv;

/** The key after a change. */
export const nextKey = 'the next key';

/** What Click says of an attempt. */
export const said = ({ attempt }: { readonly attempt: ClickMembers }, payment_status: number) => ({
  error_code: 0,
  error_note: '',
  payment_id: Number(attempt.click_paydoc_id),
  payment_status,
});

/** A Merchant API whose answers a test writes. */
class ScriptedClick {
  status: Scripted = { error_code: -5, error_note: 'not found' };
  /** The answers about single numbers (`click_paydoc_id`); `status` where there is none. */
  readonly numbered = new Map<string, Scripted>();
  reversal: Scripted = { error_code: 0 };
  /** What it says of a fiscal receipt, null: that there is none; and of a request to make one. */
  receipt: Scripted | null = null;
  submission: Scripted = { error_code: 0, error_note: 'Success' };
  /** The bodies of the requests to make one. */
  readonly submitted: unknown[] = [];
  /** The keys that are accepted. */
  accepted: readonly string[] = [key];
  /** A call without an accepted key is not among them. */
  readonly calls: string[] = [];

  isRight(header: unknown): boolean {
    const [user, digest, time] = String(header).split(':');
    const right = this.accepted.map((one) => createHash('sha1').update(`${time}${one}`).digest('hex'));
    return user === clickEnv.CLICK_MERCHANT_USER_ID && right.includes(digest ?? '');
  }

  answerTo(method: string, url: string): Scripted {
    this.calls.push(`${method} ${url}`);
    if (method === 'DELETE') return this.reversal;
    if (url.endsWith('/ofd_data/submit_items')) return this.submission;
    const [, asked] = /\/ofd_data\/\d+\/(\d+)$/.exec(url) ?? [];
    if (asked !== undefined) return this.receipt ?? { paymentId: Number(asked) };
    const [, number = ''] = /\/status\/\d+\/(\d+)$/.exec(url) ?? [];
    return this.numbered.get(number) ?? this.status;
  }
}

/**
 * Payments at a Click that is asked about them, for the tests of a file. `script` is that of the running test.
 *
 * @param taxNumber the operator's, under which fiscal receipts are requested
 * @param taxItem what fiscal receipts call all that is sold
 */
export function clickQuestions({
  taxNumber = null,
  taxItem = null,
}: {
  readonly taxNumber?: string | null;
  readonly taxItem?: TaxItem | null;
} = {}) {
  let script = new ScriptedClick();
  let api: FastifyInstance;
  let apiUrl = '';
  beforeAll(async () => {
    api = Fastify({ forceCloseConnections: true });
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
    api.all('*', async (request, reply) => {
      if (!script.isRight(request.headers.auth)) return reply.code(401).send();
      if (request.method === 'POST') script.submitted.push(JSON.parse(String(request.body)));
      const answer = script.answerTo(request.method, request.url);
      if (answer === 'silence') return reply.hijack().raw.destroy();
      return typeof answer === 'number' ? reply.code(answer).send({}) : answer;
    });
    apiUrl = await api.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => api.close());
  beforeEach(() => {
    script = new ScriptedClick();
  });

  const keys = `${key}, ${nextKey}`;
  const settings = { serviceId, merchantId, userId: '777', key: keys, payUrl: 'https://page.example', taxNumber };
  const fixture = paymentFixture(({ db }) => [createClick({ ...settings, db, apiUrl })], taxItem);
  const app = callbackApp(fixture);
  const click = clickCaller(async (path, payload) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await app().inject({ method: 'POST', url: `/Payment/Click/${path}`, headers, payload })).json();
  });
  const query = (text: string, values: unknown[]) => fixture().database.db.pool.query(text, values);

  async function prepared() {
    const reference = randomUUID();
    const opened = await fixture().ask(reference, 'thing', 'click');
    const attempt = newAttempt(opened.paymentUrl);
    return { ...opened, reference, attempt, completion: completionOf(attempt, await click.call(attempt)) };
  }

  return {
    script: () => script,
    fixture,
    click,
    query,
    prepared,
    row: (paymentId: string) => fixture().rowOf(paymentId),
    async paid() {
      const one = await prepared();
      if ((await click.codeOf(one.completion)) !== 0) throw new Error('the attempt cannot be completed');
      return one;
    },
    letPass: (minutes: number) =>
      query(`update click_attempt set created_at = created_at - $1 * interval '1 minute'`, [minutes]),
    async sweep(paymentId: string): Promise<void> {
      await fixture().makeDue([paymentId]);
      await fixture().payments.polling.sweep(20);
    },
  };
}
