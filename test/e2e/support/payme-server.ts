import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, freshDatabase, ready, root, stop } from './started.ts';

/** The product with Payme on offer beside the gateway, and a stand-in for each. */
export interface PaymeServer {
  readonly url: string;
  readonly sandboxUrl: string;
  /** Payme plays an outage, or ends it. */
  setDown(isDown: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts it as `SANDBOX=payme PAYMENT=gateway,payme npm start` does, on free ports and a database of its own. */
export async function startPaymeServer(): Promise<PaymeServer> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const data = mkdtempSync(join(tmpdir(), 'opora-payme-'));
  const database = await freshDatabase();
  const log = join(root, 'test-results', `payme-${port}.log`);
  const app = spawn(process.execPath, ['main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, LIMITS: 'off', DEMO: 'on' },
      ...{ SANDBOX: 'payme', SANDBOX_PORT: String(sandboxPort), PAYMENT: 'gateway,payme', PAYMENT_URL: '' },
      ...{ DATA_DIR: data, DATABASE_URL: database.url ?? '' },
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
  const secret = process.env.PAYMENT_SECRET || 'opora-sandbox-secret';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  return {
    url,
    sandboxUrl,
    async setDown(isDown) {
      const body = JSON.stringify({ mode: isDown ? 'down' : 'ok' });
      await fetch(`${sandboxUrl}/payme/control/faults`, { method: 'POST', headers, body });
    },
    close,
  };
}
