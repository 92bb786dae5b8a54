import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackBrowser } from '#test/e2e/support/browser.ts';
import { freePort, freshDatabase, ready, root, stop } from '#test/e2e/support/started.ts';

/**
 * Starts the product as `npm start` does (build, database, demo world, payment sandbox), on free ports and with a
 * database of its own, and tells the tests its addresses in `E2E_URL` and `E2E_SANDBOX_URL`. Where both are set
 * already, the server there is tested as it is; it needs `LIMITS=off` and a short `SANDBOX_TIMEOUT_MS`.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await unpackBrowser();
  if (process.env.E2E_URL && process.env.E2E_SANDBOX_URL) return async () => {};
  const port = await freePort();
  const sandboxPort = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'opora-e2e-'));
  const database = await freshDatabase();
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const log = join(root, 'test-results', 'app.log');
  const address = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, ['main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: address,
      SANDBOX_PORT: String(sandboxPort),
      PAYMENT_URL: '',
      DATA_DIR: data,
      DATABASE_URL: database.url ?? '',
      DEMO: 'on',
      LIMITS: 'off',
      SANDBOX_TIMEOUT_MS: '3000',
    },
  });
  const file = createWriteStream(log);
  app.stdout.pipe(file, { end: false });
  app.stderr.pipe(file, { end: false });
  const finish = async () => {
    await stop(app);
    file.end();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    await ready(address, app, log);
  } catch (error) {
    await finish();
    throw error;
  }
  process.env.E2E_URL = address;
  process.env.E2E_SANDBOX_URL = `http://127.0.0.1:${sandboxPort}`;
  return finish;
}
