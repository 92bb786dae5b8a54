import { request } from 'node:http';
import fc from 'fast-check';
import type { Call } from '#base/calls/call.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { type TestApp, testSecrets } from '#test/support/start-app.ts';
import { everyCall } from './every-call.ts';

/** Text that no answer may contain. */
const traces = /at \w+ \(|node_modules|\.server\.ts|syntax error at|password_hash|ECONN/i;

/** A call that takes longer hangs. */
const patience = 10_000;

/** Bodies that no JSON of the contract can be. */
export const brokenBodies: readonly Buffer[] = [
  '',
  '{',
  '{"a":',
  '[]',
  'null',
  '0',
  '"text"',
  '{"a":1e400}',
  '{"a":-1e400}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  'a=b&c=d',
  '{"a":"\\u0000"}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":1,"a":2}',
  '{"a":"\\ud800"}',
  '['.repeat(5_000),
  '{"a":'.repeat(5_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
  `{"a":${'9'.repeat(5_000)}}`,
].map((text) => Buffer.from(text));

/** Changes, cuts or doubles bytes of a body of the call's schema. */
function spoil(body: unknown, lots: readonly number[]): Buffer {
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  if (bytes.length === 0) return bytes;
  const [kind = 0, ...places] = lots;
  if (kind % 4 === 0) return bytes.subarray(0, (places[0] ?? 0) % bytes.length);
  if (kind % 4 === 1) return Buffer.concat([bytes, bytes.subarray((places[0] ?? 0) % bytes.length)]);
  for (const place of places) bytes[place % bytes.length] = place & 255;
  return bytes;
}

interface RawAnswer {
  /** 0: no answer within 10 s. */
  readonly status: number;
  readonly text: string;
}

function sendRaw(url: string, call: Call, body: Buffer, token: string | undefined): Promise<RawAnswer> {
  const address = new URL(`${url}/api/${call.path.replace(/\{\w+\}/g, '1')}`);
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve) => {
    const sent = request(address, { method: call.method, headers, timeout: patience }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.once('close', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}

export interface EveryInput {
  readonly calls: number;
  readonly inputs: number;
  readonly mutated: number;
  /** Statuses of 500 and more, hangs, stack traces and answers without the envelope, each with its input. */
  readonly faults: readonly string[];
  readonly slowest: number;
}

type Fixture = Pick<TestApp, 'url' | 'db' | 'request'>;

class Prober {
  readonly faults: string[] = [];
  inputs = 0;
  mutated = 0;
  slowest = 0;
  readonly #fixture: Fixture;
  readonly #admin: SignedIn;

  constructor(fixture: Fixture, admin: SignedIn) {
    this.#fixture = fixture;
    this.#admin = admin;
  }

  /** A session for one call, because calls such as RevokeToken end it. */
  async #tokenFor(call: Call): Promise<string | undefined> {
    if (call.access === 'guest' || call.access === 'key') return undefined;
    const person = { userId: this.#admin.userId, role: 'admin' } as const;
    return (await signInAgain(this.#fixture.db, testSecrets.jwt, person)).token;
  }

  #judge(call: Call, sent: unknown, { status, text }: RawAnswer, begun: number): void {
    const milliseconds = performance.now() - begun;
    this.slowest = Math.max(this.slowest, milliseconds);
    const isWhole = call.form !== undefined || /^\{"success":(?:true|false),/.test(text);
    const isRight = status > 0 && status < 500 && milliseconds < patience && isWhole && !traces.test(text);
    if (!isRight) this.faults.push(`${call.method} ${call.path} ${status}: ${JSON.stringify(sent)?.slice(0, 200)}`);
  }

  async probe(call: Call, inputs: number): Promise<void> {
    const token = await this.#tokenFor(call);
    const how = token === undefined ? {} : { token };
    for (const input of fc.sample(inputsOf(call), inputs)) {
      const begun = performance.now();
      const answer = await this.#fixture.request(`${call.method} ${call.path}`, input, how);
      this.inputs += 1;
      this.#judge(call, input, { status: answer.status, text: JSON.stringify(answer.body) }, begun);
    }
    if (call.body === undefined) return;
    const lots = fc.sample(fc.array(fc.nat(100_000), { minLength: 2, maxLength: 8 }), inputs);
    const spoilt = fc.sample(inputsOf(call), inputs).map(({ body }, index) => spoil(body, lots[index] ?? []));
    for (const body of [...brokenBodies, ...spoilt]) {
      const begun = performance.now();
      const answer = await sendRaw(this.#fixture.url, call, body, token);
      this.mutated += 1;
      this.#judge(call, body.subarray(0, 120).toString(), answer, begun);
    }
  }
}

/** Invariant 21: sends each call random inputs of its own schemas, and as many bodies with broken bytes. */
export async function runEveryInput(fixture: Fixture, inputs: number): Promise<EveryInput> {
  const prober = new Prober(fixture, await signIn(fixture.db, testSecrets.jwt, { role: 'admin' }));
  const asked = everyCall.filter(({ form }) => form !== 'events');
  for (const call of asked) await prober.probe(call, inputs);
  const { faults, slowest, mutated } = prober;
  return { calls: asked.length, inputs: prober.inputs, mutated, faults, slowest };
}
