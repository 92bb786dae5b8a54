import { createCallClient } from '#base/call-client.ts';
import type { AnyCall } from './calls.ts';
import { sessionTokens } from './identity/session-tokens.ts';

/**
 * The browser's way to every call of the contract: `call('GET User/List', { query: { Take: 10 } })`. Money in answers
 * and arguments is in main units. Throws `CallFailure`.
 */
export const call = createCallClient<AnyCall>(sessionTokens);
