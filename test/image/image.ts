/**
 * `npm run image`: builds the image with Debian's buildah, runs it with podman as compose.yaml does, and prints what was seen. Exits with
 * 1 if something does not hold. `--write` puts the table into docs/reports/image.md.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openDatabase } from '#base/db/db.server.ts';
import { startEmbeddedPostgres } from '#base/db/embedded-postgres.server.ts';
import { markdownTable } from '#test/run/markdown-table.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { between } from '../../operation/marked-text.ts';
import { startPaymentSandbox } from '../../payment-gateway/server.ts';
import { type BuiltImage, buildImage, requireTools } from './build-image.ts';
import { Container, runOnce } from './container.ts';
import { playDonation } from './played-donation.ts';
import { stopUnderWork } from './stopping.ts';

const root = join(import.meta.dirname, '../..');
const document = join(root, 'docs/reports/image.md');
const versions = z.record(z.string(), z.string());
const packageFile = z.object({ dependencies: versions, devDependencies: versions });
const { values } = parseArgs({ options: { write: { type: 'boolean' } } });

interface Line {
  readonly what: string;
  readonly seen: string;
  readonly holds: boolean;
}

const lines: Line[] = [];

function note(what: string, seen: string, holds: boolean): void {
  lines.push({ what, seen, holds });
  console.log(`${holds ? 'holds ' : 'BROKEN'} ${what}: ${seen}`);
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

function noteBuild({ base, size, baseSize, seconds }: BuiltImage): void {
  const seen = `${megabytes(size)}, of which ${megabytes(baseSize)} are the base ${base}; built in ${Math.round(seconds)} s`;
  note('the image is built from operation/deploy/Dockerfile', seen, size - baseSize < 150_000_000);
}

async function notePackages(container: Container): Promise<void> {
  const { dependencies, devDependencies } = packageFile.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  );
  const listed = await container.run(
    'find',
    'node_modules',
    '-maxdepth',
    '2',
    '-name',
    'package.json',
    '-o',
    '-type',
    'd',
  );
  const present = new Set(listed?.split('\n').map((path) => path.replace(/^node_modules\//, '')));
  const building = Object.keys(devDependencies).filter((name) => present.has(name));
  const missing = Object.keys(dependencies).filter((name) => !present.has(name));
  const seen = [...building.map((name) => `${name} is there`), ...missing.map((name) => `${name} is missing`)];
  const counts = `${Object.keys(devDependencies).length} left out, ${Object.keys(dependencies).length - missing.length} there`;
  note(
    'it has the packages that the server loads, none that only build or test',
    [counts, ...seen].join(', '),
    seen.length === 0,
  );
}

async function noteConfinement(container: Container): Promise<void> {
  const uid = await container.run('id', '-u');
  const rights = await container.run('grep', '-E', '^(CapEff|NoNewPrivs)', '/proc/1/status');
  note(
    'it runs as an ordinary user',
    `uid ${uid}, ${rights?.replace(/\s+/g, ' ')}`,
    uid === '1000' && /CapEff:\s0+\s/.test(rights ?? ''),
  );
  const places = ['/', '/opora', '/opora/node_modules', '/usr/local/bin', '/data', '/tmp'];
  const open: string[] = [];
  for (const place of places) if ((await container.run('touch', `${place}/try`)) !== null) open.push(place);
  note(
    'its root is read-only',
    `of ${places.join(', ')} it can write to ${open.join(', ')}`,
    open.join() === '/data,/tmp',
  );
}

async function noteHealth(container: Container): Promise<void> {
  const { status, seconds } = await container.untilHealthy();
  note(
    'the health check turns healthy',
    `${status} ${seconds.toFixed(1)} s after the start, migrations included`,
    status === 'healthy',
  );
}

interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly databaseUrl: string;
}

async function noteBackup(env: Readonly<Record<string, string>>): Promise<void> {
  const command = 'node operation/operate.ts backup /tmp/backup && ls /tmp/backup';
  const printed = await runOnce(env, 'sh', '-c', command).catch((error: unknown) => String(error));
  const files = printed.split('\n').filter((line) => line.includes('manifest') || line.endsWith('.gz'));
  note('a second container makes a backup', `${files.length} files`, files.length > 10 && printed.includes('manifest'));
}

async function tryContainer({ env, url, databaseUrl }: Place): Promise<void> {
  const container = await Container.start(env);
  const db = openDatabase({ url: databaseUrl, max: 4 });
  try {
    await noteHealth(container);
    await noteConfinement(container);
    await notePackages(container);
    const { key, alert, seconds, state, failures } = await playDonation(url, db, testSecrets.jwt);
    note(
      'a donation is given, paid by card and shown as an alert by the widget in Chromium',
      `«${alert}» ${seconds.toFixed(1)} s after the payment; the donor sees ${state}; failed requests ${failures.length}`,
      state === 'shown' && failures.length === 0,
    );
    await noteBackup(env);
    const { code, seconds: ending, refused, answered, streamEnded } = await stopUnderWork(container, url, key);
    note(
      'SIGTERM drains it',
      `while it stopped, ${answered} pages were answered and ${refused} broken off; the stream ended in order: ${streamEnded}; exit status ${code} after ${ending.toFixed(1)} s`,
      code === 0 && ending < 10 && refused === 0 && answered > 0 && streamEnded,
    );
  } catch (error) {
    console.error(await container.log());
    throw error;
  } finally {
    await db.close();
    await container.remove();
  }
}

async function main(): Promise<void> {
  requireTools();
  noteBuild(await buildImage());
  const dataDir = await mkdtemp(join(tmpdir(), 'opora-image-'));
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  const provider = await startPaymentSandbox({ secret: testSecrets.payment });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    DRAIN_SECONDS: '2',
    PAYMENT_URL: provider.url,
    PAYMENT_SECRET: testSecrets.payment,
    JWT_SECRET: testSecrets.jwt,
    SMS_URL: 'http://127.0.0.1:9',
    METRICS_TOKEN: 'metrics-token-of-the-image',
  };
  try {
    await tryContainer({ env, url, databaseUrl: database.url });
  } finally {
    await provider.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
if (values.write) {
  const rows = lines.map(({ what, seen, holds }) => [what, seen, holds ? 'holds' : '**BROKEN**']);
  const text = await readFile(document, 'utf8');
  await writeFile(document, between(text, 'image', markdownTable(['What', 'Seen', ''], rows)));
}
process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1;
