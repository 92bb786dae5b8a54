import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { startIdentityApp } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

test('12: an unknown phone takes as long as a known one', async () => {
  const rounds = scaled(1_000, 60);
  const app = await startIdentityApp({ hasLimits: false });
  const { phone } = await app.someone();
  const askers = { known: () => phone, unknown: newPhone } as const;
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (let at = 0; at < 2 * rounds; at += 1) {
    // In random order, so that other load on the machine affects both equally.
    const who =
      times.known.length === rounds || (times.unknown.length < rounds && randomInt(2) === 0) ? 'unknown' : 'known';
    const from = performance.now();
    const { status, code, message, fields, details, data } = await app.logIn(askers[who](), 'not this one 1');
    times[who].push(performance.now() - from);
    answers.add(JSON.stringify([status, code, message, fields, details, data]));
  }
  await app.close();
  const apart = Math.abs(quantile(times.known, 0.5) - quantile(times.unknown, 0.5));
  prove(12, {
    promise: `wrong passwords of a known and of an unknown phone: medians of ${rounds} each within 5 ms, one answer`,
    most: { answers: [answers.size, 1] },
    times: { 'apart, ms': [apart, 5] },
    met: { known: [times.known.length, rounds], unknown: [times.unknown.length, rounds] },
  });
});
