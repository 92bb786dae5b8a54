/** The numbers of the invariants run from 1 to this. */
export const invariantCount = 30;

/** How often the run met the fault, or the situation, that a line is about. */
export interface Met {
  readonly what: string;
  readonly times: number;
  /** The line proves nothing, at any scale, when it was met fewer times. */
  readonly least: number;
}

/** States how often something was met, and how often it must be met (default: once). */
export function met(what: string, times: number, least = 1): Met {
  return { what, times, least };
}

/** The result of one promise. */
export interface Figure {
  /** The number of the invariant. */
  readonly invariant: number;
  readonly promise: string;
  readonly seen: string;
  readonly holds: boolean;
  /** What must have been met for the line to prove anything; empty only when nothing could be tested. */
  readonly met: readonly Met[];
}

/** A promise holds only if its faults were met often enough and all of its numbers are finite. */
export function judge({ seen, holds, met: all }: Figure): { readonly seen: string; readonly holds: boolean } {
  const short = all.filter(({ times, least }) => !(Number.isFinite(times) && times >= Math.max(1, least)));
  const times = all.map(
    (one) => `${one.what} ${one.times} times${short.includes(one) ? ` of at least ${one.least}` : ''}`,
  );
  const parts = [seen, times.length > 0 ? `met: ${times.join(', ')}` : 'nothing met'];
  if (short.length > 0) parts.push('falls short');
  const isNumber = !/\b(Infinity|NaN|undefined)\b/.test(parts.join(' '));
  return { seen: parts.join('; '), holds: holds && all.length > 0 && short.length === 0 && isNumber };
}

/** Whether all counts are 0. */
export const isZero = (...all: readonly object[]): boolean =>
  all.every((counts) => Object.values(counts).every((count) => count === 0));

/** The result of donations before, during and after a full disk. */
export interface DiskStory {
  /** Donations acknowledged before, while and after the disk was full. */
  readonly acknowledged: readonly [number, number, number];
  /** How often each status was returned for new donations while the disk was full; 0: no answer. */
  readonly answers: Readonly<Record<number, number>>;
  /** Seconds from the moment the disk had room again to the next acknowledged donation. */
  readonly backAfter: number;
  readonly settledAfter: number;
}

/** Whether the full disk was handled: 503 while the database was away, 507 while it had no room, and recovery within 5 s of room. */
export function isDiskBorne({ answers, backAfter, settledAfter }: DiskStory): boolean {
  const isReported = Object.keys(answers).every((status) => ['200', '503', '507'].includes(status));
  return isReported && backAfter <= 5 && settledAfter < 60;
}

/** What must have been met for a line on a full disk to prove anything. */
export function metOfDisk({ acknowledged: [before, , after], answers }: DiskStory): Met[] {
  return [
    met('acknowledged before', before, 10),
    met('refused while full', (answers[503] ?? 0) + (answers[507] ?? 0), 5),
    met('acknowledged after', after, 10),
  ];
}
