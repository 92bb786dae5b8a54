import { calls } from '#app/calls.ts';
import type { Call } from '#base/calls/call.ts';

export const everyCall: readonly Call[] = Object.values(calls).flatMap((area): Call[] => Object.values(area));
