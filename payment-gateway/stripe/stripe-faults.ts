import { z } from 'zod';

/** The body of POST /stripe/control/faults; an omitted member returns to its default. */
export const StripeFaults = z.strictObject({
  /**
   * `down`: API and pages answer 503 and no event is sent. `silent`: the API does what a POST asks and hangs up. `lie-amount`: one unit too
   * many. `pending-refunds`: refunds stay pending until they are decided in the cabinet. `forgetful`: idempotency keys of refunds are
   * forgotten, as after a day.
   */
  mode: z.enum(['ok', 'down', 'silent', 'lie-amount', 'pending-refunds', 'forgetful']).default('ok'),
});
export type StripeFaults = z.infer<typeof StripeFaults>;
