import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startIdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';

// Budgets would end the floods; the queue must hold without them.
const app = await startIdentityApp({ hasLimits: false });
afterAll(() => app.close());

/** Sends 60 wrong logins at a time until it is stopped; `stop` resolves to their statuses. */
function floodFrom(addressOf: (at: number) => string) {
  const statuses: number[] = [];
  let isOver = false;
  let sent = 0;
  const sender = async () => {
    while (!isOver) {
      const { status } = await app.logIn(newPhone(), 'not this one 1', { address: addressOf(++sent % 65_536) });
      statuses.push(status);
      // The test process serves the requests, too: refusals without a pause would measure how fast it refuses.
      if (status === 503) await pause(50);
    }
  };
  const senders = Array.from({ length: 60 }, sender);
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(senders);
      return statuses;
    },
  };
}

const floods: [string, (at: number) => string][] = [
  ['one network', (at) => `2001:db8:7:1::${at.toString(16)}`],
  ['the networks of one site', (at) => `2001:db8:7:${at.toString(16)}::1`],
];

test.each(floods)('a flood of logins from %s neither refuses nor delays those of others', async (_from, addressOf) => {
  const { phone } = await app.someone();
  const flood = floodFrom(addressOf);
  const isFull = () => flood.statuses.includes(503);
  await expect.poll(isFull, { timeout: 20_000 }).toBe(true);
  const honest: number[] = [];
  const served = () => flood.statuses.filter((status) => status === 401).length;
  const servedBefore: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const before = served();
    honest.push((await app.logIn(phone, testPassword, { address: `198.51.100.${at + 10}` })).status);
    servedBefore.push(served() - before);
  }
  const refused = await flood.stop();
  expect(honest).toEqual(Array.from({ length: 12 }, () => 200));
  // Of the 32 that wait. Counted, because a time would depend on the machine.
  expect(Math.max(...servedBefore)).toBeLessThan(10);
  expect(refused.filter((status) => status !== 401 && status !== 503)).toEqual([]);
});

test('a flood of logins refuses no registration and no new password of others', async () => {
  const { phone } = await app.someone();
  const right = await app.ask('GET Identity/ConfirmCode', { query: { phone, code: await app.sendCode(phone) } });
  const flood = floodFrom(() => '2001:db8:8:1::1');
  await expect.poll(() => flood.statuses.includes(503), { timeout: 20_000 }).toBe(true);
  const others = Array.from({ length: 6 }, (_, at) =>
    app.ask(
      'POST Identity/Register',
      { body: { phone: newPhone(), password: testPassword } },
      { address: `192.0.2.${at + 1}` },
    ),
  );
  const query = { actionId: right.text('actionId'), password: 'совсем новый 48' };
  const changed = app.ask('PUT Identity/ChangePassword', { query }, { address: '192.0.2.99' });
  const answers = await Promise.all([...others, changed]);
  await flood.stop();
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200));
});
