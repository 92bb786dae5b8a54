import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { clockFaults, clockLimits } from './clock-rules.ts';

const instant = z.iso.datetime();

const within = (least: number, most: number, error: string) => z.int().min(least, { error }).max(most, { error });

const writtenRate = {
  sum: money.refine((sum) => sum > 0, { error: clockFaults.sum }),
  seconds: within(1, clockLimits.seconds, clockFaults.seconds),
  isLinear: z.boolean().default(false),
};

/** Which clock an act means, and as which revision it was read. */
const known = { clockId: wireId, revision: z.int() };

/** What a creator does with the clock. */
export const clockAct = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('start'),
    minutes: within(1, clockLimits.minutes, clockFaults.minutes),
    ...writtenRate,
    most: within(1, clockLimits.hours, clockFaults.most).nullable().default(null),
  }),
  z.strictObject({ act: z.literal('pause'), ...known }),
  z.strictObject({ act: z.literal('resume'), ...known }),
  z.strictObject({
    act: z.literal('correct'),
    ...known,
    seconds: within(-clockLimits.seconds, clockLimits.seconds, clockFaults.correction).refine(
      (seconds) => seconds !== 0,
      { error: clockFaults.correction },
    ),
  }),
  z.strictObject({ act: z.literal('change'), ...known, ...writtenRate }),
  z.strictObject({ act: z.literal('end'), ...known }),
]);

/**
 * A clock. `endsAt`: when it ends unless something is added; null: it is paused or over. `remaining`: milliseconds that are left at `now`, 0 when it
 * is over. `minutes`, `sum`, `seconds`, `isLinear`, `most`: its settings; `most` null: no cap. `room`: seconds that may still be added below the
 * cap, below 0 by what has come beyond it. `donations`: what is paid and not refunded, and the seconds that it has added.
 */
const clock = z.object({
  id: wireId,
  state: z.enum(['running', 'paused', 'over']),
  startedAt: instant,
  endsAt: instant.nullable(),
  closedAt: instant.nullable(),
  remaining: z.int().nonnegative(),
  minutes: z.int(),
  sum: money,
  seconds: z.int(),
  isLinear: z.boolean(),
  most: z.int().nullable(),
  room: z.int().nullable(),
  donations: z.object({ sum: money, count: z.int(), seconds: z.int() }),
});

/** `own`: what only its creator and the staff get. `endedFor`: why the staff has ended it; `corrections`: the last ones, newest first. */
const ownPart = z.object({
  revision: z.int(),
  endedFor: z.string().nullable(),
  corrections: z.array(z.object({ seconds: z.int(), madeAt: instant })),
});

/** `now`: the moment of the answer by the server's clock, so that a page counts down from it and not from its own. */
export const shownClock = z.object({ now: instant, clock: clock.nullable() });

export const ownClock = z.object({ now: instant, clock: clock.extend({ own: ownPart.nullable() }).nullable() });

/** What a paid donation has added; `isCounted` false: not paid yet, or paid when the clock was over. `isFull`: the clock has reached its cap. */
export const addedTime = z.object({ seconds: z.int(), isCounted: z.boolean(), isFull: z.boolean() });

export type ClockAct = z.output<typeof clockAct>;
/** On the wire: money in main units. */
export type ClockBody = z.input<typeof clockAct>;
export type ShownClock = NonNullable<z.input<typeof shownClock>['clock']>;
export type ClockAnswer = z.input<typeof shownClock>;
export type OwnClockAnswer = z.input<typeof ownClock>;
export type OwnClock = NonNullable<OwnClockAnswer['clock']>;
