import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createPerson } from '#app/profile/new-person.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { readLedgerFaults } from '#test/support/money/money-faults.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { type Fleet, openFleet } from '#test/torture/fleet/server-fleet.ts';
import type { DiskStory } from '#test/torture/judging.ts';
import { waitUntilSettled } from '#test/torture/money/donations-under-fire.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/torture/money/donors.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from '#test/torture/money/money-evidence.ts';

const run = promisify(execFile);
const megabytes = 320;

/** Mounts a small disk in memory; null if the machine allows none. */
async function mountDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-full-disk-'));
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (mounted) return folder;
  await rm(folder, { recursive: true });
  return null;
}

/** Writes until the disk is full. Returns the bytes written. */
async function fillDisk(file: string): Promise<number> {
  const handle = await open(file, 'w');
  let written = 0;
  try {
    for (const piece of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) {
      while (
        await handle.write(piece).then(
          ({ bytesWritten }) => bytesWritten === piece.length,
          () => false,
        )
      ) {
        written += piece.length;
      }
    }
  } finally {
    await handle.close();
  }
  return written;
}

export interface FullDisk extends DiskStory {
  readonly faults: MoneyFaults;
  readonly ledgerFaults: object;
}

/** Main units; no other donation here has this amount. */
const amountWhileFull = 999_000;

const created = z.object({ data: z.object({ payId: z.string() }) });

interface Asked {
  readonly answers: Record<number, number>;
  /** The donations that the server has acknowledged. */
  readonly payIds: string[];
}

async function ask(fleet: Fleet, projectId: string, asked: Asked): Promise<number> {
  const body = { projectId, amount: amountWhileFull };
  const answer = await fleet.server.api('POST ProjectPay/Create', { body }).catch(() => null);
  const status = answer?.status ?? 0;
  asked.answers[status] = (asked.answers[status] ?? 0) + 1;
  if (status === 200) asked.payIds.push(created.parse(answer?.body).data.payId);
  return status;
}

/** Sends donations while the database can still use the room in its files, until a table cannot grow. */
async function askUntilRefused(fleet: Fleet, projectId: string, asked: Asked): Promise<void> {
  for (let left = 500; left > 0; left -= 1) if ((await ask(fleet, projectId, asked)) !== 200) return;
}

/** Counts the answers to donations while the disk is full. */
async function askWhileFull(fleet: Fleet, projectId: string, plan: { seconds: number; asked: Asked }): Promise<void> {
  for (const endAt = Date.now() + plan.seconds * 1_000; Date.now() < endAt; await pause(100)) {
    await ask(fleet, projectId, plan.asked);
  }
}

/** Waits until the write-ahead log needs a new segment, for which the full disk has no room. */
async function exhaustJournal(fleet: Fleet): Promise<void> {
  const message = `select pg_logical_emit_message(false, 'torture', repeat('x', 1000000))`;
  for (let left = 400; left > 0; left -= 1) {
    const isWritten = await fleet.db.pool.query(message).then(
      () => true,
      () => false,
    );
    if (!isWritten) return;
  }
  throw new Error('the disk of the database does not become full');
}

/** Starts the database again if the full disk has ended it. */
async function untilAnswered({ db: { pool } }: Fleet): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; ; await pause(250)) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

async function giveOnDisk(
  fleet: Fleet,
  folder: string,
  plan: { donations: number; seconds: number },
): Promise<FullDisk> {
  const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
  const acknowledged: { payId: string; amount: number; at: number }[] = [];
  const full = Promise.withResolvers<void>();
  const giving = inParallel(plan.donations, 12, async (index) => {
    // Half of them are sent when the disk is already full.
    if (index >= plan.donations / 2) await full.promise;
    const amount = 5_000 + index;
    const made = await giveUntilAcknowledged(fleet.server.api, { projectId, amount }, `full-disk-${index}`);
    acknowledged.push({ payId: made.payId, amount: amount * 100, at: Date.now() });
    await payByCard(made.paymentUrl, testCards.noCode);
  });
  while (acknowledged.length < plan.donations / 4) await pause(20);
  const ballast = join(folder, 'ballast');
  await fillDisk(ballast);
  const asked: Asked = { answers: {}, payIds: [] };
  await askUntilRefused(fleet, projectId, asked);
  await exhaustJournal(fleet);
  const fullAt = Date.now();
  full.resolve();
  await askWhileFull(fleet, projectId, { seconds: plan.seconds, asked });
  const roomAt = Date.now();
  await rm(ballast);
  await giving;
  await untilAnswered(fleet);
  const settledAfter = await waitUntilSettled(fleet, 120);
  const evidence = await readEvidence(fleet, { asked: plan.donations, acknowledged });
  const isOurs = ({ amount }: { amount: number }) => amount !== amountWhileFull * 100;
  const faults = findMoneyFaults({
    ...evidence,
    books: evidence.books.filter(isOurs),
    donations: evidence.donations.filter(isOurs),
  });
  const stored = new Set(evidence.donations.map(({ id }) => id));
  const before = acknowledged.filter(({ at }) => at < fullAt);
  const after = acknowledged.filter(({ at }) => at > roomAt);
  return {
    faults: { ...faults, lost: faults.lost + asked.payIds.filter((payId) => !stored.has(payId)).length },
    ledgerFaults: await readLedgerFaults(fleet.db),
    acknowledged: [before.length, acknowledged.length - before.length - after.length, after.length],
    answers: asked.answers,
    backAfter: (Math.min(...after.map(({ at }) => at)) - roomAt) / 1000,
    settledAfter,
  };
}

/** Invariant 22: donations while the disk of the database is full for a while; null if no disk can be mounted. */
export async function runFullDisk(plan: { donations: number; seconds: number }): Promise<FullDisk | null> {
  const folder = await mountDisk();
  if (folder === null) return null;
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  try {
    if (!server.folder.startsWith(folder)) return null;
    await migrate({ url: server.url, folder: new URL('../../../migrations', import.meta.url).pathname });
    const fleet = await openFleet({ databaseUrl: server.url, env: { LOG_LEVEL: 'error' } });
    try {
      return await giveOnDisk(fleet, folder, plan);
    } finally {
      await fleet.close();
    }
  } finally {
    await rm(join(folder, 'ballast'), { force: true });
    await server.stop();
    await run('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}
