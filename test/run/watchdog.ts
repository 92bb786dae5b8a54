import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The environment's name for the file in which reporters say what is running. */
export const RUNNING_TESTS = 'RUNNING_TESTS';

/** Ends a run that hangs, and says in which tests. */
export function startWatchdog(reports: string, minutes: number): { stop(): void } {
  const timer = setTimeout(() => {
    console.error(`\nNot finished after ${minutes} minutes. Running when it was ended:\n${readRunning(reports)}`);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }, minutes * 60_000);
  return { stop: () => clearTimeout(timer) };
}

function readRunning(reports: string): string {
  try {
    return readFileSync(join(reports, 'running.json'), 'utf8');
  } catch {
    return 'no test';
  }
}
