import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { freePort } from '#test/support/network/free-port.ts';
import { startProduct } from './started.ts';

/** The product as it runs in production, on an empty database of its own. */
export interface Production {
  readonly url: string;
  /** What it has printed so far. */
  said(): Promise<string>;
  close(): Promise<void>;
}

/** Starts the product with what production asks for; `env` is added. */
export async function startProduction(env: Readonly<Record<string, string>>): Promise<Production> {
  const { url, log, close } = await startProduct('production', {
    NODE_ENV: 'production',
    LIMITS: 'on',
    DEMO: 'off',
    MAP_TILES: 'off',
    VIDEO_INFO_URL: 'off',
    SANDBOX_PORT: 'off',
    PAYMENT_URL: 'http://127.0.0.1:9',
    SMS_URL: 'http://127.0.0.1:9',
    JWT_SECRET: 'a secret of this test alone',
    PAYMENT_SECRET: 'another secret of this test',
    ...env,
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
