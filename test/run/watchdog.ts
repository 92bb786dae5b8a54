import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Ends a run that hangs, with all that it has started, and says which tests were running. */
export class Watchdog {
  readonly #timer: NodeJS.Timeout;
  readonly #children = new Set<ChildProcess>();

  constructor(minutes: number, running: string) {
    this.#timer = setTimeout(() => void this.#end(minutes, running), minutes * 60_000);
  }

  /** Ends this process too when the run is over its time. */
  watch(child: ChildProcess): void {
    this.#children.add(child);
    child.once('close', () => this.#children.delete(child));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #end(minutes: number, running: string): Promise<void> {
    const names = read(running);
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

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'no test';
  } catch {
    return 'no test';
  }
}
