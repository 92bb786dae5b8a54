import type { CallAnswer } from '#base/calls/call.ts';
import type { integrationsCalls } from '../integrations.calls.ts';

/** An access token of the caller, without its secret value. */
export type Token = CallAnswer<typeof integrationsCalls.tokens>[number];

/** A webhook of the caller. */
export type Webhook = CallAnswer<typeof integrationsCalls.webhooks>[number];
