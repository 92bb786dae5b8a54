import { readFileSync } from 'node:fs';

/** Clock ticks of Linux are 10 ms on every machine that Node runs on. */
const tickMilliseconds = 10;

/** Milliseconds of the CPU that a process, and its children that have ended, have used. */
export function cpuOf(pid: number | string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMilliseconds;
}
