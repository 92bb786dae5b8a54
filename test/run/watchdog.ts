import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the files end in which the reporters say what is running. */
export const RUNNING = 'running.txt';

/** Ends a run that hangs, with all that it has started, and says which tests were running. */
export class Watchdog {
  readonly #timer: NodeJS.Timeout;
  readonly #children = new Set<ChildProcess>();

  constructor(minutes: number, reports: string) {
    this.#timer = setTimeout(() => void this.#end(minutes, reports), minutes * 60_000);
  }

  /** Ends this process too when the run is over its time. */
  watch(child: ChildProcess): void {
    this.#children.add(child);
    child.once('close', () => this.#children.delete(child));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #end(minutes: number, reports: string): Promise<void> {
    const names = runningIn(reports);
    const closed = [...this.#children].map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of this.#children) child.kill('SIGTERM');
    const kill = setTimeout(() => {
      for (const child of this.#children) child.kill('SIGKILL');
    }, 20_000);
    await Promise.all(closed);
    clearTimeout(kill);
    console.error(`\nNot finished after ${minutes} minutes. Running when it was ended:\n${names}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}

/** What the reporters have written down as running. */
function runningIn(reports: string): string {
  try {
    const files = readdirSync(reports).filter((name) => name.endsWith(RUNNING));
    const names = files.map((name) => readFileSync(join(reports, name), 'utf8')).filter(Boolean);
    return names.join('\n') || 'no test';
  } catch {
    return 'no test';
  }
}
