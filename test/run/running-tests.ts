import { writeFileSync } from 'node:fs';
import { RUNNING_TESTS } from './watchdog.ts';

/** Writes down what has begun and not ended, for the watchdog. */
export class RunningTests {
  readonly #names = new Set<string>();

  begin(name: string): void {
    this.#names.add(name);
    this.#write();
  }

  end(name: string): void {
    this.#names.delete(name);
    this.#write();
  }

  #write(): void {
    const file = process.env[RUNNING_TESTS];
    if (file) writeFileSync(file, JSON.stringify([...this.#names], null, 2));
  }
}
