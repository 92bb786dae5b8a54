import type { CallAnswer } from '#base/calls/call.ts';
import type { applicationsCalls } from '../applications.calls.ts';
import type { integrationsCalls } from '../integrations.calls.ts';
import type { withLog } from './delivery-log.tsx';

/** An access token of the caller, without its secret value. */
export type Token = CallAnswer<typeof integrationsCalls.tokens>[number];

/** A webhook of the caller, with its log. */
export type Webhook = Awaited<ReturnType<typeof withLog<CallAnswer<typeof integrationsCalls.webhooks>[number]>>>;

/** An application that the caller has registered. */
export type OwnApplication = CallAnswer<typeof applicationsCalls.applications>[number];

/** An application that the caller has given access. */
export type GrantedApplication = CallAnswer<typeof applicationsCalls.granted>[number];
