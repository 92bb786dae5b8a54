/** Durations in milliseconds; tests shorten them. */
export const defaultTimings = {
  /** Until an unpaid payment expires. */
  paymentLifeMs: 15 * 60_000,
  /** Until a code expires. */
  codeLifeMs: 90_000,
  /** Until the timeout card is answered. */
  providerTimeoutMs: 30_000,
  /** Delay of the late card's callback. */
  lateCallbackMs: 20_000,
  /** Delay of a callback that was delayed by hand. */
  handDelayMs: 60_000,
  /** Pauses between the attempts of one callback; the last one is repeated. */
  callbackPausesMs: [500, 1000, 2000, 4000, 8000, 15_000, 30_000],
  /** Until one attempt of a callback is given up. */
  callbackTimeoutMs: 5000,
  /** A server silent for so long counts as down: when it answers again, all waiting callbacks are sent at once. */
  outageMs: 1000,
  /** Until a callback is given up for good. */
  callbackLifeMs: 24 * 3_600_000,
  /** How long the answer about a refused card waits for the server's callback. */
  refusalNewsMs: 1000,
  /** Pause between searches for expired payments. */
  sweepMs: 1000,
};
export type Timings = typeof defaultTimings;
