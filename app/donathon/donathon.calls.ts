import { z } from 'zod';
import { get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import { clockChanged, clockEnded, clockRuns } from './clock-failures.ts';
import { clockAct, ownClock } from './clock-shapes.ts';

/** The countdown of a stream that donations prolong (docs/rules.md#donathon). */
export const donathonCalls = {
  /**
   * The clock of a creator: the one that runs, is paused, or has ended in the last 24 hours; for the creator and the staff the last one, with `own`.
   * Null: none. 404: no such creator, or a blocked one (docs/rules.md#donathon).
   */
  clock: get('Clock/Get', {
    summary: 'The clock of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100) }),
    answer: ownClock,
    errors: [failures.notFound],
  }),
  /**
   * What the caller does with the own clock, by `act`. `start`: `minutes` at first, `seconds` for each `sum`, by whole sums unless `isLinear`, at most
   * `most` hours in all. `pause` and `resume`; `correct`: so many `seconds` more or less; `change`: another rate, for donations paid from now on;
   * `end`: now. All but `start` name the clock and the `revision` that they were read with. A repeated pause or resume changes nothing. 404: no
   * such clock of the caller; 409 `ClockRuns`, `ClockEnded`, `ClockChanged` (docs/rules.md#donathon).
   */
  control: post('Clock/Control', {
    summary: 'Start, pause, correct, change or end the own clock',
    access: 'user',
    body: clockAct,
    answer: ownClock,
    errors: [failures.notFound, clockRuns, clockEnded, clockChanged],
    idempotent: true,
  }),
  /** Ends a clock at once; its creator reads the reason. Repeating changes nothing. 404; 409 `ClockEnded`: it was over before (docs/rules.md#donathon). */
  endClock: post('Moderator/EndClock', {
    summary: "End a creator's clock",
    access: 'moderator',
    body: z.strictObject({ clockId: wireId, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound, clockEnded],
    audited: true,
  }),
};
