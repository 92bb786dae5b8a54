/** How long things take, in milliseconds; tests shorten them. */
export const defaultTimings = {
  /** An unpaid payment expires. */
  paymentLifeMs: 15 * 60_000,
  /** A code is good for so long. */
  codeLifeMs: 90_000,
  /** The silent card's bank is waited for. */
  providerTimeoutMs: 30_000,
  /** The late card's callback leaves so much later. */
  lateCallbackMs: 20_000,
  /** A callback delayed by hand leaves so much later. */
  handDelayMs: 60_000,
  /** Pauses between the tries of one callback; the last one is repeated. */
  callbackPausesMs: [500, 1000, 2000, 4000, 8000, 15_000, 30_000],
  /** One try of a callback is given up. */
  callbackTimeoutMs: 5000,
  /** A server silent for so long counts as having been down: once it answers, what waits for it leaves at once. */
  outageMs: 1000,
  /** A callback is given up for good. */
  callbackLifeMs: 24 * 3_600_000,
  /** A payer whose card was refused waits at most so long until the server has heard of it. */
  refusalNewsMs: 1000,
  /** Expired payments are looked for. */
  sweepMs: 1000,
};
export type Timings = typeof defaultTimings;
