import fc from 'fast-check';
import { test } from 'vitest';
import type { Call } from '#base/calls/call.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { everyCall } from '#test/support/every-call.ts';
import { signIn, signInAgain } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

/** Text that no answer may contain. */
const traces = /at \w+ \(|node_modules|\.server\.ts|syntax error at|password_hash|ECONN/i;

/** A call that takes longer hangs. */
const patience = 10_000;

const lotsOf = fc.array(fc.nat(100_000), { minLength: 2, maxLength: 8 });

/** Changes, cuts or doubles bytes of a body of the call's schema. */
function spoil(body: unknown, [kind = 0, ...places]: readonly number[]): Buffer {
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  const [place = 0] = places;
  if (bytes.length === 0) return bytes;
  if (kind % 4 === 0) return bytes.subarray(0, place % bytes.length);
  if (kind % 4 === 1) return Buffer.concat([bytes, bytes.subarray(place % bytes.length)]);
  for (const one of places) bytes[one % bytes.length] = one & 255;
  return bytes;
}

/** Sends random inputs of the call's own schemas, and as many bodies with broken bytes. Returns the answers that may not be. */
async function probe(
  app: TestApp,
  call: Call,
  { userId, count }: { userId: string; count: number },
): Promise<string[]> {
  const name = `${call.method} ${call.path}`;
  // A session for one call, because calls such as RevokeToken end it.
  const isOpen = call.access === 'guest' || call.access === 'key';
  const token = isOpen ? undefined : (await signInAgain(app.db, testSecrets.jwt, { userId, role: 'admin' })).token;
  const faults: string[] = [];
  const judge = (sent: unknown, status: number, text: string) => {
    const isWhole = call.form !== undefined || /^\{"success":(?:true|false),/.test(text);
    const isRight = status > 0 && status < 500 && isWhole && !traces.test(text);
    if (!isRight) faults.push(`${name} ${status}: ${JSON.stringify(sent)?.slice(0, 200)}`);
  };
  for (const input of fc.sample(inputsOf(call), count)) {
    const answer = await app.request(name, input, token === undefined ? {} : { token });
    judge(input, answer.status, JSON.stringify(answer.body));
  }
  if (call.body === undefined || call.form === 'upload') return faults;
  const url = `${app.url}/api/${call.path.replace(/\{\w+\}/g, '1')}`;
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  for (const [input, lots] of fc.sample(fc.tuple(inputsOf(call), lotsOf), count)) {
    const body = new Uint8Array(spoil(input.body, lots));
    const sent = { method: call.method, headers, body, signal: AbortSignal.timeout(patience) };
    const answer = await fetch(url, sent).catch(() => null);
    judge(Buffer.from(body).toString(), answer?.status ?? 0, (await answer?.text()) ?? '');
  }
  return faults;
}

test('21: random inputs and broken bodies for every call', async () => {
  const app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
  try {
    const { userId } = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    const count = scaled(200, 3);
    const faults: string[] = [];
    const asked = everyCall.filter(({ form }) => form !== 'events');
    for (const call of asked) faults.push(...(await probe(app, call, { userId, count })));
    prove(21, {
      promise: `${count} random inputs for every call from its own schemas, and as many mutated bodies: no 5xx, no hang, no stack trace`,
      none: { faults },
      met: { calls: [asked.length, 100] },
    });
  } finally {
    await app.close();
  }
});
