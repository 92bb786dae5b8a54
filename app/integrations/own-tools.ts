import type { CallAnswer } from '#base/call.ts';
import type { integrationsCalls } from './integrations.calls.ts';

/** An own key for other programs, without the key itself. */
export type Token = CallAnswer<typeof integrationsCalls.tokens>[number];

/** An own address that is told of events. */
export type Webhook = CallAnswer<typeof integrationsCalls.webhooks>[number];
