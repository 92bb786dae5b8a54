import { request } from 'node:http';
import fc from 'fast-check';
import { calls } from '#app/calls.ts';
import type { Call } from '#base/call.ts';
import { inputsOf } from '#test/arbitrary-input.ts';
import { type SignedIn, signIn, signInAgain } from '#test/sign-in.ts';
import { type TestApp, testSecrets } from '#test/start-app.ts';

const everyCall: readonly Call[] = Object.values(calls).flatMap((area): Call[] => Object.values(area));

/** What no answer may hold, whatever was sent. */
const traces = /at \w+ \(|node_modules|\.server\.ts|syntax error at|password_hash|ECONN/i;

/** Longer than this a call hangs. */
const patience = 10_000;

/** Bodies that no JSON of the contract ever is. */
export const brokenBodies: readonly Buffer[] = [
  ...[
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
  ],
  ...[
    '{"a":"\\u0000"}',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"a":1}}}',
    '{"a":1,"a":2}',
    '{"a":"\\ud800"}',
  ],
  ...['['.repeat(5_000), '{"a":'.repeat(5_000), `{"a":"${'x'.repeat(70_000)}"}`, `{"a":${'9'.repeat(5_000)}}`],
].map((text) => Buffer.from(text));

/** A body of the call's own schema with bytes of it changed, cut off or doubled. */
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
  /** 0: none within 10 s. */
  readonly status: number;
  readonly text: string;
}

function sendRaw(url: string, call: Call, body: Buffer, token: string | undefined): Promise<RawAnswer> {
  const address = new URL(`${url}/api/${call.path.replace(/\{\w+\}/g, '1')}`);
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': body.length },
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
  /** Answers of 500 and more, hangs, stack traces and answers without the envelope, each with what was sent. */
  readonly faults: readonly string[];
  readonly slowest: number;
}

type House = Pick<TestApp, 'url' | 'db' | 'request'>;

class Prober {
  readonly faults: string[] = [];
  inputs = 0;
  mutated = 0;
  slowest = 0;
  readonly #house: House;
  readonly #admin: SignedIn;

  constructor(house: House, admin: SignedIn) {
    this.#house = house;
    this.#admin = admin;
  }

  /** A session for one call: calls such as RevokeToken end it on the way. */
  async #tokenFor(call: Call): Promise<string | undefined> {
    if (call.access === 'guest' || call.access === 'key') return undefined;
    const person = { userId: this.#admin.userId, role: 'admin' } as const;
    return (await signInAgain(this.#house.db, testSecrets.jwt, person)).token;
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
      const answer = await this.#house.request(`${call.method} ${call.path}`, input, how);
      this.inputs += 1;
      this.#judge(call, input, { status: answer.status, text: JSON.stringify(answer.body) }, begun);
    }
    if (call.body === undefined) return;
    const lots = fc.sample(fc.array(fc.nat(100_000), { minLength: 2, maxLength: 8 }), inputs);
    const spoilt = fc.sample(inputsOf(call), inputs).map(({ body }, index) => spoil(body, lots[index] ?? []));
    for (const body of [...brokenBodies, ...spoilt]) {
      const begun = performance.now();
      const answer = await sendRaw(this.#house.url, call, body, token);
      this.mutated += 1;
      this.#judge(call, body.subarray(0, 120).toString(), answer, begun);
    }
  }
}

/** Invariant 21: so many random inputs for each call from its own schemas, and as many bodies that are broken as bytes. */
export async function runEveryInput(house: House, inputs: number): Promise<EveryInput> {
  const prober = new Prober(house, await signIn(house.db, testSecrets.jwt, { role: 'admin' }));
  const asked = everyCall.filter(({ form }) => form !== 'events');
  for (const call of asked) await prober.probe(call, inputs);
  const { faults, slowest, mutated } = prober;
  return { calls: asked.length, inputs: prober.inputs, mutated, faults, slowest };
}
