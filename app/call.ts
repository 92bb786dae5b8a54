import { sessionTokens } from '#app/identity/session-tokens.ts';
import { createCallClient } from '#base/calls/call-client.ts';
import type { AnyCall } from './calls.ts';

/**
 * Calls the API from the browser: `call('GET User/List', { query: { Take: 10 } })`. Money in answers
 * and arguments is in main units. Throws `CallFailure`.
 */
export const call = createCallClient<AnyCall>(sessionTokens);
