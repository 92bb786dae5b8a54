import type { CallAnswer } from '#base/calls/call.ts';
import type { levelsCalls } from './levels.calls.ts';

/** A level as donors see it. */
export type PublicLevel = CallAnswer<typeof levelsCalls.levels>['levels'][number];
