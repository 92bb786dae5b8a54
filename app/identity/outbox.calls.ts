import { z } from 'zod';
import { get } from '#base/calls/call.ts';

/** Calls that exist only outside production. */
export const outboxCalls = {
  /**
   * The last 50 texts sent to a phone, newest first, while no gateway is set. `code`: the code in the text. Accepts any notation of the
   * phone. Registered outside production only; 403 for other machines (docs/rules.md#codes).
   */
  outbox: get('Dev/Outbox', {
    summary: 'Texts sent by SMS to a phone; not in production',
    access: 'guest',
    query: z.object({ phone: z.string().max(40) }),
    answer: z.array(z.object({ text: z.string(), code: z.string(), sentAt: z.iso.datetime() })),
    errors: [],
  }),
};
