import type { ShownClock } from './clock-shapes.ts';
import { type KnownClock, LiveClock, readClock, useLiveClock } from './live-clock.ts';

/** Visitors are many, and the countdown goes on by itself. */
const every = 30_000;

/** The clock that the parts of a page share. */
interface PageClock {
  readonly live: LiveClock;
  /** As the page was loaded with it. */
  readonly loaded: ShownClock;
  /** The last question that had been answered when the page was loaded: until another one is, what was loaded is newer. */
  readonly question: number | null;
}

const shown = new Map<string, PageClock>();

/** The clock of a creator whose page was loaded with one, the same for all parts of the page. The server, which has no page, stores nothing. */
export function pageClockOf(userName: string, loaded: ShownClock): PageClock {
  const last = shown.get(userName);
  if (last?.loaded === loaded) return last;
  const live = last?.live ?? new LiveClock({ read: (signal) => readClock(userName, signal), every });
  const pageClock = { live, loaded, question: live.read()?.question ?? null };
  if (typeof document !== 'undefined') shown.set(userName, pageClock);
  return pageClock;
}

/** The page that was loaded is older than the end of its clock. */
const ended = (clock: ShownClock): ShownClock => ({ ...clock, state: 'over', endsAt: null, remaining: 0 });

/** `ahead` null: the server has not been asked yet, and a cached page does not say how late it is. */
interface PublicClock {
  readonly clock: ShownClock;
  readonly ahead: number | null;
}

/** The newer of what a page was loaded with and what the server has answered. */
export function newerClock({ loaded, question }: PageClock, known: KnownClock | null): PublicClock {
  if (known === null || known.question === question) return { clock: loaded, ahead: known?.ahead ?? null };
  return { clock: known.clock ?? ended(loaded), ahead: known.ahead };
}

/** The clock of a creator whose page was loaded with one, asked for once for all parts of the page. */
export function usePublicClock(userName: string, loaded: ShownClock): PublicClock {
  const pageClock = pageClockOf(userName, loaded);
  return newerClock(pageClock, useLiveClock(pageClock.live));
}
