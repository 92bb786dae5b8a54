import type { CallAnswer } from '#base/calls/call.ts';
import type { levelsCalls } from '../levels.calls.ts';

/** A level as its creator sees it. */
export type OwnLevel = CallAnswer<typeof levelsCalls.ownLevels>[number];
