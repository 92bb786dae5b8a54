import { setTimeout as pause } from 'node:timers/promises';
import { presentOf } from '#base/db/present.server.ts';
import type { BackgroundJob } from '#base/process/background-jobs.server.ts';
import { dayIn } from '#base/text/days.ts';
import { momentIn } from '#base/text/time-zones.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import {
  endNight,
  forgetNights,
  keptOf,
  leaveNight,
  seeNight,
  type TakenNight,
  takeNight,
} from './comparisons-store.server.ts';
import { isWhole, reconcile } from './reconcile.server.ts';

/** Payments are compared for three nights: a system that is down in one of them is asked in the next. */
const comparedMilliseconds = 3 * 86_400_000;

const secondLookMilliseconds = 5_000;

interface NightlyOptions extends Pick<PaymentDeps, 'db' | 'systems' | 'log'> {
  readonly timeZone: string;
  readonly now?: () => Promise<Date>;
  readonly secondLook?: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Compares the last three days with the books of the payment systems, once a night from three o'clock on, in whichever process comes first
 * (docs/rules.md#reconciliation), and not at its first run. It works on after `run` has returned, and gives the night back when the process stops.
 */
export function nightlyComparison({
  db,
  systems,
  log,
  timeZone,
  now = () => presentOf(db),
  secondLook = (signal) => pause(secondLookMilliseconds, undefined, { signal }),
}: NightlyOptions): BackgroundJob {
  const stopping = new AbortController();
  const { signal } = stopping;
  let work: Promise<void> = Promise.resolve();
  let isAtWork = false;
  let isSettled = false;

  async function compare(taken: TakenNight, since: Date): Promise<void> {
    const onBatch = async () => {
      if (!(await seeNight(db, taken))) throw new Error(`another process compares the night of ${taken.night}`);
    };
    const results = await reconcile({ db, systems, since, pause: () => secondLook(signal), signal, onBatch });
    await endNight(db, taken, { isWhole: isWhole(results), results: results.map(keptOf) });
    const differing = results.reduce((sum, { differences }) => sum + differences.length, 0);
    if (differing > 0) log.warn({ differing }, 'payments differ from the books of their systems');
  }

  async function run(): Promise<void> {
    // What was paid while the server was away is settled first.
    if (!isSettled) {
      isSettled = true;
      return;
    }
    if (isAtWork) return;
    const at = await now();
    const night = dayIn(timeZone, at);
    if (at < momentIn(timeZone, night, '03:00')) return;
    await forgetNights(db, night);
    const since = new Date(at.getTime() - comparedMilliseconds);
    const taken = await takeNight(db, night, since);
    if (taken === null) return;
    isAtWork = true;
    work = compare(taken, since)
      .catch((error: unknown) => {
        if (signal.aborted) return leaveNight(db, taken);
        // It is taken again after three hours: what failed would fail again at once.
        log.error({ err: error }, 'the nightly comparison with the payment systems failed');
        return undefined;
      })
      .catch((error: unknown) => log.error({ err: error }, 'the night of a comparison was not given back'))
      .finally(() => {
        isAtWork = false;
      });
  }

  return {
    name: 'comparison with the books of the payment systems',
    everyMilliseconds: 600_000,
    run,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
