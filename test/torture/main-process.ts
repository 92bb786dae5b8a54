import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { signIn } from '#test/support/sign-in.ts';
import { apiOf, testSecrets } from '#test/support/start-app.ts';
import { startProgram } from '#test/support/started-program.ts';
import type { ServerEnd } from '#test/torture/fleet/server-fleet.ts';
import { giveMeanwhile } from '#test/torture/widgets/in-flight.ts';
import { openStream } from '#test/torture/widgets/open-streams.ts';
import { readWidgetKey } from '#test/torture/widgets/widget-key.ts';

interface Fixture {
  readonly folder: string;
  readonly port: number;
  readonly gatewayPort: number;
}

/** Starts `node main.ts` with its own database and payment gateway, as a new user does, but without the demo world. */
async function startMain({ folder, port, gatewayPort }: Fixture): Promise<{ stop(): Promise<ServerEnd> }> {
  const ports = { PORT: String(port), SANDBOX_PORT: String(gatewayPort) };
  const env = { NODE_ENV: 'test', DATA_DIR: folder, LIMITS: 'off', LOG_LEVEL: 'info', ...ports };
  const { child, ready, ended } = await startProgram({ env });
  await ready();
  return {
    async stop() {
      const begun = performance.now();
      if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, seconds: 0 };
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      const code = await ended();
      clearTimeout(late);
      return { code, seconds: (performance.now() - begun) / 1_000 };
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

export interface MainEnding extends ServerEnd {
  readonly streams: number;
  /** Donations in flight that were answered. */
  readonly answered: number;
  /** Answered donations that the program did not know when it was started again. */
  readonly missing: number;
  /** Processes that it had started and did not end: its database, its payment gateway. */
  readonly left: readonly string[];
  /** How it ended the second time, without work in progress. */
  readonly idle: ServerEnd;
}

async function openStreams({ port }: Fixture, db: Database, count: number) {
  const { projectId, token } = await signIn(db, testSecrets.jwt);
  const key = await readWidgetKey(apiOf(`http://127.0.0.1:${port}`), { token });
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (let at = 0; at < count; at += 1) streams.push(await openStream(port, { projectId, key, source: `main-${at}` }));
  for (const stream of streams.slice(0, count / 10)) stream.stall();
  return { projectId, streams };
}

async function countMissing({ port }: Fixture, payIds: readonly string[]): Promise<number> {
  const api = apiOf(`http://127.0.0.1:${port}`);
  const answers = await Promise.all(payIds.map((payId) => api('GET ProjectPay/Status', { query: { payId } })));
  return answers.filter(({ status }) => status !== 200).length;
}

/** Invariant 19: sends SIGTERM to the program, with the database and gateway that it started, while donations are in flight. */
export async function endMain(plan: { streams: number; inFlight: number }): Promise<MainEnding> {
  const folder = await mkdtemp(join(tmpdir(), 'opora-main-'));
  const fixture: Fixture = { folder, port: await freePort(), gatewayPort: await freePort() };
  const first = await startMain(fixture);
  try {
    const { db, port } = await connectToDatabase(folder);
    const { projectId, streams } = await openStreams(fixture, db, plan.streams);
    const api = apiOf(`http://127.0.0.1:${fixture.port}`);
    const { ended, payIds } = await giveMeanwhile(api, db, { projectId, count: plan.inFlight }, () => first.stop());
    await db.close();
    const end = await ended;
    for (const stream of streams) stream.close();
    const still = { database: await isListening(port), gateway: await isListening(fixture.gatewayPort) };
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
