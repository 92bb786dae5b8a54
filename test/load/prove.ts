import { TestRunner } from 'vitest';

/** 1: the full numbers; 0.1: a tenth of them; 0, in the slow tier: the least that prove anything. `TORTURE_SCALE` sets it. */
export const scale = Number(process.env.TORTURE_SCALE ?? 0);

/** Scales a number of the full run to this run; never below `least`. */
export function scaled(full: number, least = 1): number {
  return Math.max(least, Math.round(full * scale));
}

/** Beside the stories of the slow tier other tests run: times may be longer by so much. */
const patience = scale > 0 ? 1 : 3;

type Bounds = Readonly<Record<string, readonly [seen: number, bound: number]>>;

/** What a story has seen of one promise. */
interface Proof {
  /** What is promised, with the numbers of this run. */
  readonly promise: string;
  /** Must be 0 or empty. */
  readonly none?: Readonly<Record<string, number | readonly unknown[]>>;
  /** Must not be above their bound. */
  readonly most?: Bounds;
  /** Times that must not be above their bound. */
  readonly times?: Bounds;
  /** The faults and situations that the promise is about, how often they were met, and how often they must be (else once). */
  readonly met: Readonly<Record<string, number | readonly [seen: number, least: number]>>;
  /** Only shown. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** One line of the table of `npm run torture`. */
interface Line {
  readonly invariant: number;
  readonly promise: string;
  readonly seen: string;
  readonly holds: boolean;
  /** Since the test began. */
  readonly seconds: number;
}

declare module 'vitest' {
  interface TaskMeta {
    lines?: Line[];
  }
}

const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);

const listed = (parts: Readonly<Record<string, unknown>>) =>
  Object.entries(parts).map(([name, value]) => `${name} ${rounded(value)}`);

/** Asserts a promise, and notes its line of the table. A promise whose faults were not met does not hold. */
export function prove(invariant: number, { promise, none = {}, most = {}, times = {}, met, shown = {} }: Proof): void {
  const faults: Record<string, unknown> = {};
  const counts: Record<string, number> = {};
  for (const [name, found] of Object.entries(none)) {
    const count = typeof found === 'number' ? found : found.length;
    counts[name] = count;
    if (count !== 0) faults[name] = typeof found === 'number' ? found : found.slice(0, 20);
  }
  for (const [bounds, factor] of [[most, 1] as const, [times, patience] as const]) {
    for (const [name, [seen, bound]] of Object.entries(bounds)) {
      counts[name] = seen;
      if (!(seen <= bound * factor)) faults[name] = `${seen}, at most ${bound * factor}`;
    }
  }
  const meetings: Record<string, number> = {};
  for (const [name, given] of Object.entries(met)) {
    const [seen, least] = typeof given === 'number' ? [given, 1] : given;
    meetings[name] = seen;
    if (!(seen >= Math.max(1, least))) faults[`met: ${name}`] = `${seen}, at least ${least}`;
  }
  const parts = [listed(counts), listed(shown), [`met: ${listed(meetings).join(', ')}`]].filter(
    (one) => one.length > 0,
  );
  const broken = Object.keys(faults).length === 0 ? '' : `broken: ${JSON.stringify(faults).slice(0, 300)}; `;
  const running = TestRunner.getCurrentTest();
  const seconds = Math.round((Date.now() - (running?.result?.startTime ?? Date.now())) / 1_000);
  const seen = `${broken}${parts.map((one) => one.join(', ')).join('; ')}`;
  if (running !== undefined) {
    running.meta.lines ??= [];
    running.meta.lines.push({ invariant, promise, seen, holds: broken === '', seconds });
  }
  if (broken !== '') throw new Error(`${invariant}: ${promise}\n${JSON.stringify(faults, null, 2)}`);
}

/** The quantile of the values at a share from 0 to 1; infinite when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}
