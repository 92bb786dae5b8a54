import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, freshDatabase, ready, root, stop } from './started.ts';

/** The product as it runs in production, on an empty database of its own. */
export interface Production {
  readonly url: string;
  /** What it has printed so far. */
  said(): Promise<string>;
  close(): Promise<void>;
}

/** Starts the product with what production asks for; `env` is added. */
export async function startProduction(env: Readonly<Record<string, string>>): Promise<Production> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), 'opora-production-'));
  const database = await freshDatabase();
  const log = join(root, 'test-results', `production-${port}.log`);
  const app = spawn(process.execPath, ['main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, LIMITS: 'on', DEMO: 'off' },
      ...{ SANDBOX_PORT: 'off', PAYMENT_URL: 'http://127.0.0.1:9', SMS_URL: 'http://127.0.0.1:9' },
      ...{ JWT_SECRET: 'a secret of this test alone', PAYMENT_SECRET: 'another secret of this test' },
      ...{ DATA_DIR: data, DATABASE_URL: database.url ?? '', MAP_TILES: 'off', ...env },
    },
  });
  const file = createWriteStream(log);
  for (const stream of [app.stdout, app.stderr]) stream.pipe(file, { end: false });
  const close = async () => {
    await stop(app);
    file.end();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  };
  await ready(url, app, log).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url, said: () => readFile(log, 'utf8'), close };
}

/** What the counter's script was asked for: the method and its arguments after the counter's number. */
export type CounterCall = readonly [method: string, ...rest: unknown[]];

/** Takes the place of the counter's script: reports what it is asked for, and leaves a cookie as the real one does. */
const script = (origin: string) => `(() => {
  document.cookie = '_ym_uid=1; path=/';
  const asked = window.ym.a;
  const report = (...call) => navigator.sendBeacon('${origin}/calls', JSON.stringify(call));
  window.ym = report;
  for (const call of asked) report(...call);
})();`;

/** A stand-in of the counter's host on a free port. */
export async function startCounterHost() {
  const calls: CounterCall[] = [];
  let loads = 0;
  const server = createServer((request, response) => {
    if (request.url === '/tag.js') {
      loads += 1;
      response.setHeader('content-type', 'text/javascript').end(script(origin));
      return;
    }
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const [, method, ...rest]: [number, string, ...unknown[]] = JSON.parse(body);
      calls.push([method, ...rest]);
      response.end();
    });
  });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    tag: `${origin}/tag.js`,
    calls,
    loads: () => loads,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
