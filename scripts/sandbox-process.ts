import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface SandboxProcessOptions {
  /** The package's folder. */
  readonly folder: string;
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** Of the country's phones, with its plus. */
  readonly phonePrefix: string;
  /** Where the sandbox keeps its books. */
  readonly dataFile: string;
  readonly log: Logger;
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  return response?.ok === true;
}

/**
 * Starts the payment provider's stand-in as a process of its own and waits until it answers. One that answers on the
 * port already, left by a killed server, is used as it is.
 */
export async function startSandboxProcess(
  options: SandboxProcessOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, port, host, secret, phonePrefix, dataFile, log } = options;
  const url = `http://${host}:${port}`;
  if (await answers(url)) {
    log.info(`The payment sandbox is there already: ${url}`);
    return { url, stop: async () => undefined };
  }
  const child = spawn(process.execPath, [join(folder, 'payment-sandbox/main.ts')], {
    env: {
      ...{ ...process.env, HOST: host, SANDBOX_PORT: String(port), PAYMENT_SECRET: secret },
      ...{ SANDBOX_PHONE_PREFIX: phonePrefix, SANDBOX_DATA: dataFile },
    },
    // The channel ends with this process, even when it is killed, and the sandbox with it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = once(child, 'exit');
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`The payment sandbox does not start on port ${port}`);
    await pause(50);
  }
  child.on('exit', (status) => {
    if (status !== 0 && status !== null) log.error({ status }, 'the payment sandbox has ended');
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([gone, pause(3_000)]);
    },
  };
}
