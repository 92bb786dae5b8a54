import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createPerson } from '#app/new-person.server.ts';
import { startEmbeddedPostgres } from '#base/embedded-postgres.server.ts';
import { migrate } from '#base/migrations.server.ts';
import { readLedgerFaults } from '#test/money-faults.ts';
import { newPhone } from '#test/sign-in.ts';
import { waitUntilSettled } from './donations-under-fire.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from './donors.ts';
import { findMoneyFaults, type MoneyFaults, readEvidence } from './money-evidence.ts';
import { type Fleet, openFleet } from './server-fleet.ts';

const run = promisify(execFile);
const megabytes = 320;

/** A small disk in memory; null where this machine gives none. */
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

/** Writes until nothing more goes in. Answers the bytes that it took. */
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

export interface FullDisk {
  readonly faults: MoneyFaults;
  readonly ledgerFaults: object;
  /** Gifts acknowledged before, while and after the disk was full. */
  readonly acknowledged: readonly [number, number, number];
  /** What was answered to new gifts while it was full, how often; 0: nothing. */
  readonly answers: Readonly<Record<number, number>>;
  /** Seconds from the room on the disk to the next acknowledged gift. */
  readonly backAfter: number;
  readonly settledAfter: number;
}

/** Main units; no other gift here has this amount. */
const amountWhileFull = 999_000;

const created = z.object({ data: z.object({ payId: z.string() }) });

interface Asked {
  readonly answers: Record<number, number>;
  /** The gifts that they were told have been taken. */
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

/** Asks while the database still reads and writes into the room that its files have, until a table cannot grow. */
async function askUntilRefused(fleet: Fleet, projectId: string, asked: Asked): Promise<void> {
  for (let left = 500; left > 0; left -= 1) if ((await ask(fleet, projectId, asked)) !== 200) return;
}

/** What those are told who ask while the disk is full. */
async function askWhileFull(fleet: Fleet, projectId: string, plan: { seconds: number; asked: Asked }): Promise<void> {
  for (const endAt = Date.now() + plan.seconds * 1_000; Date.now() < endAt; await pause(100)) {
    await ask(fleet, projectId, plan.asked);
  }
}

/** The journal of the database needs a new piece, which the full disk does not have. */
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

/** A full disk may have ended the database, and nobody may be left who would have waited for it. */
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

async function giveOnDisk(fleet: Fleet, folder: string, plan: { gifts: number; seconds: number }): Promise<FullDisk> {
  const { projectId } = await fleet.db.transaction((tx) => createPerson(tx, { phone: newPhone() }));
  const acknowledged: { payId: string; amount: number; at: number }[] = [];
  const giving = inParallel(plan.gifts, 12, async (index) => {
    const amount = 5_000 + index;
    const made = await giveUntilAcknowledged(fleet.server.api, { projectId, amount }, `full-disk-${index}`);
    acknowledged.push({ payId: made.payId, amount: amount * 100, at: Date.now() });
    await payByCard(made.paymentUrl, testCards.noCode);
  });
  while (acknowledged.length < plan.gifts / 4) await pause(20);
  const ballast = join(folder, 'ballast');
  await fillDisk(ballast);
  const asked: Asked = { answers: {}, payIds: [] };
  await askUntilRefused(fleet, projectId, asked);
  await exhaustJournal(fleet);
  const fullAt = Date.now();
  await askWhileFull(fleet, projectId, { seconds: plan.seconds, asked });
  const roomAt = Date.now();
  await rm(ballast);
  await giving;
  await untilAnswered(fleet);
  const settledAfter = await waitUntilSettled(fleet, 120);
  const evidence = await readEvidence(fleet, { asked: plan.gifts, acknowledged });
  const isOurs = ({ amount }: { amount: number }) => amount !== amountWhileFull * 100;
  const faults = findMoneyFaults({
    ...evidence,
    books: evidence.books.filter(isOurs),
    gifts: evidence.gifts.filter(isOurs),
  });
  const kept = new Set(evidence.gifts.map(({ id }) => id));
  const [before, after] = [acknowledged.filter(({ at }) => at < fullAt), acknowledged.filter(({ at }) => at > roomAt)];
  return {
    faults: { ...faults, lost: faults.lost + asked.payIds.filter((payId) => !kept.has(payId)).length },
    ledgerFaults: await readLedgerFaults(fleet.db),
    acknowledged: [before.length, acknowledged.length - before.length - after.length, after.length],
    answers: asked.answers,
    backAfter: (Math.min(...after.map(({ at }) => at)) - roomAt) / 1000,
    settledAfter,
  };
}

/** Invariant 22: gifts while the disk of the database is full for a while; null where no disk can be made. */
export async function runFullDisk(plan: { gifts: number; seconds: number }): Promise<FullDisk | null> {
  const folder = await mountDisk();
  if (folder === null) return null;
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  try {
    if (!server.folder.startsWith(folder)) return null;
    await migrate({ url: server.url, folder: new URL('../../migrations', import.meta.url).pathname });
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
