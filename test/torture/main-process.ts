import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { freePort } from '#test/support/free-port.ts';
import { signIn } from '#test/support/sign-in.ts';
import { apiOf, testSecrets } from '#test/support/start-app.ts';
import type { ServerEnd } from '#test/torture/fleet/server-fleet.ts';
import { openStream } from '#test/torture/widgets/open-streams.ts';

const root = join(import.meta.dirname, '../..');
const startMilliseconds = 180_000;

interface Fixture {
  readonly folder: string;
  readonly port: number;
  readonly sandboxPort: number;
}

/** Starts `node main.ts` with its own database and the payment sandbox, as a new user does, but without the demo world. */
async function startMain({ folder, port, sandboxPort }: Fixture): Promise<{ stop(): Promise<ServerEnd> }> {
  const lines: string[] = [];
  const child = spawn(process.execPath, [join(root, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH ?? '', NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder },
      ...{ SANDBOX_PORT: String(sandboxPort), DEMO: 'off', LIMITS: 'off', LOG_LEVEL: 'info' },
      ...{ JWT_SECRET: testSecrets.jwt, PAYMENT_SECRET: testSecrets.payment },
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => lines.push(String(piece)));
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const giveUpAt = Date.now() + startMilliseconds; !(await isReady()); await pause(100)) {
    if (child.exitCode === null && Date.now() < giveUpAt) continue;
    child.kill('SIGKILL');
    throw new Error(`main.ts does not start:\n${lines.join('').slice(-2_000)}`);
  }
  return {
    async stop() {
      const begun = performance.now();
      if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, seconds: 0 };
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await gone;
      clearTimeout(late);
      return { code: child.exitCode, seconds: (performance.now() - begun) / 1_000 };
    },
  };
}

/** Connects to the database of the running program. */
async function connectToDatabase(folder: string): Promise<{ db: Database; port: number }> {
  const lent = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  await lent.stop();
  return { db: openDatabase({ url: lent.url, max: 6 }), port: Number(new URL(lent.url).port) };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

const donation = z.object({ data: z.object({ payId: z.string() }) });
const settings = z.object({ data: z.object({ key: z.string() }) });

export interface MainEnding extends ServerEnd {
  readonly streams: number;
  /** Donations in flight that were answered. */
  readonly answered: number;
  /** Answered donations that the program did not know when it was started again. */
  readonly missing: number;
  /** Processes that it had started and did not end: its database, its payment sandbox. */
  readonly left: readonly string[];
  /** How it ended the second time, without work in progress. */
  readonly idle: ServerEnd;
}

async function openStreams({ port }: Fixture, db: Database, count: number) {
  const { projectId, token } = await signIn(db, testSecrets.jwt);
  const { body } = await apiOf(`http://127.0.0.1:${port}`)('GET Widget/Settings', {}, { token });
  const { key } = settings.parse(body).data;
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (let at = 0; at < count; at += 1) streams.push(await openStream(port, { projectId, key, source: `main-${at}` }));
  for (const stream of streams.slice(0, count / 10)) stream.stall();
  return { projectId, streams };
}

/** Makes donations that wait inside the server for a table lock. Calls `end` when all of them wait, and releases the lock a moment later. */
async function giveMeanwhile<Ended>(
  fixture: Fixture,
  db: Database,
  projectId: string,
  count: number,
  end: () => Ended,
) {
  const api = apiOf(`http://127.0.0.1:${fixture.port}`);
  const holder = await db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table donation in exclusive mode');
    const asked = Array.from({ length: count }, (_, at) => {
      const body = { projectId, amount: 5_000 + at };
      return api('POST ProjectPay/Create', { body }, { idempotencyKey: `end-of-main-${at}` }).then(
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

async function countMissing({ port }: Fixture, payIds: readonly string[]): Promise<number> {
  const api = apiOf(`http://127.0.0.1:${port}`);
  const answers = await Promise.all(payIds.map((payId) => api('GET ProjectPay/Status', { query: { payId } })));
  return answers.filter(({ status }) => status !== 200).length;
}

/** Invariant 19: sends SIGTERM to the program, with the database and sandbox that it started, while donations are in flight. */
export async function endMain(plan: { streams: number; inFlight: number }): Promise<MainEnding> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-main-'));
  const fixture: Fixture = { folder, port: await freePort(), sandboxPort: await freePort() };
  const first = await startMain(fixture);
  try {
    const { db, port } = await connectToDatabase(folder);
    const { projectId, streams } = await openStreams(fixture, db, plan.streams);
    const { ended, payIds } = await giveMeanwhile(fixture, db, projectId, plan.inFlight, () => first.stop());
    await db.close();
    const end = await ended;
    for (const stream of streams) stream.close();
    const still = { database: await isListening(port), sandbox: await isListening(fixture.sandboxPort) };
    const left = Object.entries(still).flatMap(([name, isThere]) => (isThere ? [name] : []));
    const second = await startMain(fixture);
    const missing = await countMissing(fixture, payIds);
    const idle = await second.stop();
    return { ...end, streams: streams.length, answered: payIds.length, missing, left, idle };
  } finally {
    await first.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
