import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram } from '#test/support/started-program.ts';

/** The whole product on an empty folder with the demo world. */
export interface Target {
  readonly url: string;
  readonly dataDir: string;
  isAlive(): boolean;
  /** Resident memory of its process in megabytes. */
  memory(): Promise<number>;
  /** The lines that it has logged. */
  log(): string[];
  stop(): Promise<void>;
}

/** Starts the product as `npm start` does, on free ports and an empty folder, so that nothing of this machine is touched. */
export async function startTarget(workDir: string, limits: 'on' | 'off'): Promise<Target> {
  const dataDir = await mkdtemp(join(workDir, 'data-'));
  const env = { DATA_DIR: dataDir, LIMITS: limits, LOG_LEVEL: 'info', DEMO: 'on' };
  const program = await startProgram({ env });
  const { child, url } = program;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (isAlive()) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, pause(15_000).then(() => child.kill('SIGKILL'))]);
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await program.ready();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    dataDir,
    isAlive,
    stop,
    async memory() {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 2 ** 20);
    },
    log: () => program.printed().split('\n').filter(Boolean),
  };
}
