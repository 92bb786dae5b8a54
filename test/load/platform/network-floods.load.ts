import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { z } from 'zod';
import { readSentCode } from '#test/load/identity/sent-code.ts';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { newPhone, type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';

const counted = z.record(z.string(), z.number());

/** Starts the program that floods. `end` returns the counts of requests by kind and by status. */
async function startFlooder(flood: { port: number; connections: number; projectId: string; phone: string }) {
  const program = new URL('flooder.ts', import.meta.url).pathname;
  const child = fork(program, { env: { PATH: process.env.PATH ?? '', FLOOD: JSON.stringify(flood) } });
  await once(child, 'message');
  return {
    switch: (isOn: boolean) => void child.send(isOn ? 'on' : 'off'),
    async end() {
      const answered = once(child, 'message');
      child.send('end');
      return counted.parse((await answered)[0]);
    },
  };
}

const tryCode = ({ server }: Fleet, phone: string, comfirmCode: string, address: string) =>
  server.api('GET Sms/CheckComfirmCode', { query: { phone, comfirmCode, rememberMe: false } }, { address });

/** How long honest people wait for answers, in milliseconds. */
class Waits {
  readonly calls: number[] = [];
  readonly pages: number[] = [];
  readonly refused: string[] = [];

  async note(what: string, times: number[], ask: () => Promise<{ status: number }>): Promise<void> {
    const begun = performance.now();
    const { status } = await ask().catch(() => ({ status: 0 }));
    times.push(performance.now() - begun);
    if (status !== 200) this.refused.push(`${what}: ${status}`);
  }

  /** One person of a network of their own: a donation, a list, a page that is not cached, a code and a login with it. */
  async live(fleet: Fleet, { projectId, token }: SignedIn, person: number): Promise<void> {
    const { server } = fleet;
    const address = `2001:db8:${(0x1000 + person).toString(16)}:1::1`;
    const phone = newPhone();
    const give = { body: { projectId, amount: 10_000 } };
    await this.note('a donation', this.calls, () => server.api('POST ProjectPay/Create', give, { address }));
    await this.note('a list', this.calls, () => server.api('GET Donate/My', {}, { address, token }));
    await this.note('a page', this.pages, async () => {
      const headers = { 'x-forwarded-for': address };
      const response = await fetch(`${server.url}/authors?search=honest-${person}`, { headers });
      await response.arrayBuffer();
      return response;
    });
    await this.note('a code', this.calls, () =>
      server.api('GET Sms/SendComfirmCode', { query: { phone } }, { address }),
    );
    const code = await readSentCode(server.api, phone);
    await this.note('a login', this.calls, () => tryCode(fleet, phone, code, address));
  }
}

test('29: a flood from one network takes nothing from people of others', async () => {
  await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
  const rounds = scaled(50, 3);
  const people = 12;
  const fleet = await openFleet({ env: { PAGES: 'built', LIMITS: 'on', LOG_LEVEL: 'error' } });
  try {
    const creator = await signIn(fleet.db, testSecrets.jwt);
    const victim = await signIn(fleet.db, testSecrets.jwt);
    const { port } = fleet.server;
    const { projectId } = creator;
    const flooder = await startFlooder({ port, projectId, phone: victim.phone, connections: scaled(60, 30) });
    const quiet = new Waits();
    const busy = new Waits();
    let person = 0;
    const live = async (waits: Waits) => {
      const before = person;
      person += people;
      await inParallel(people, 3, (at) => waits.live(fleet, creator, before + at));
      // Their own codes fill no window of all codes, however many rounds there are in a minute: those of the flood would.
      await fleet.db.pool.query(
        `update sms_sent set sent_at = sent_at - interval '1 hour' where not starts_with(address, '2001:db8:29:1')`,
      );
    };
    const home = '2001:db8:5:1::1';
    await fleet.server.api('GET Sms/SendComfirmCode', { query: { phone: victim.phone } }, { address: home });
    const code = await readSentCode(fleet.server.api, victim.phone);
    await live(new Waits());
    // Rounds with and without the flood take turns, so that other load on the machine affects both equally.
    for (let round = 0; round < rounds; round += 1) {
      await live(quiet);
      flooder.switch(true);
      await pause(300);
      await live(busy);
      // A code expires after 5 minutes, and a long flood takes longer.
      if (round === 0 && (await tryCode(fleet, victim.phone, code, home)).status !== 200)
        busy.refused.push('the victim');
      flooder.switch(false);
      await pause(700);
    }
    const flooded = await flooder.end();
    const kinds = Object.entries(flooded).filter(([name]) => !/^\d+$/.test(name));
    const ratio = (kind: 'calls' | 'pages') => quantile(busy[kind], 0.99) / quantile(quiet[kind], 0.99);
    prove(29, {
      promise: `one IPv6 /64 requests renders, creations, codes and tries without pause, beside honest people of ${person} networks: none of these refused, p99 at most twice that without it`,
      none: { refused: [...quiet.refused, ...busy.refused] },
      times: { 'calls longer by': [ratio('calls'), 2], 'pages longer by': [ratio('pages'), 2] },
      met: {
        'refused to the flood': [flooded[429] ?? 0, scaled(50, 5)],
        'kinds of requests': [kinds.filter(([, count]) => count >= 20).length, 5],
        'calls under the flood': [busy.calls.length, 100],
      },
      shown: { flooded: JSON.stringify(flooded) },
    });
  } finally {
    await fleet.close();
  }
});
