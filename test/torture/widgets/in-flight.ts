import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '#base/db/db.server.ts';
import type { TestApp } from '#test/support/start-app.ts';

const donation = z.object({ data: z.object({ payId: z.string() }) });

/**
 * Makes donations that wait inside the server for a table lock. Calls `end` when all of them wait, and releases the lock a moment later.
 * Returns the acknowledged donations.
 */
export async function giveMeanwhile<Ended>(
  api: TestApp['request'],
  db: Database,
  { projectId, count }: { readonly projectId: string; readonly count: number },
  end: () => Ended,
): Promise<{ ended: Ended; payIds: string[] }> {
  const holder = await db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table donation in exclusive mode');
    const asked = Array.from({ length: count }, (_, at) => {
      const body = { projectId, amount: 5_000 + at };
      return api('POST ProjectPay/Create', { body }, { idempotencyKey: `in-flight-${at}` }).then(
        (answer) => (answer.status === 200 ? donation.parse(answer.body).data.payId : null),
        () => null,
      );
    });
    const waiting = `select from pg_locks where not granted and relation = 'donation'::regclass`;
    for (const giveUpAt = Date.now() + 60_000; ((await holder.query(waiting)).rowCount ?? 0) < count; await pause(20)) {
      if (Date.now() > giveUpAt) throw new Error('the donations do not reach the donation table');
    }
    const ended = end();
    await pause(500);
    // A program that stops its database too early has closed this connection as well.
    await holder.query('commit').catch(() => undefined);
    return { ended, payIds: (await Promise.all(asked)).filter((payId) => payId !== null) };
  } finally {
    holder.release(true);
  }
}
