import { calls } from '#app/calls.ts';
import type { Call } from '#base/calls/call.ts';

/** Every call of the contract. */
export const everyCall: readonly Call[] = Object.values(calls).flatMap((area): Call[] => Object.values(area));
