import type { Call } from '#base/call.ts';
import { creatorsCalls } from './creators/creators.calls.ts';
import { shellCalls } from './shell/shell.calls.ts';

/** The API's table of contents: every area's contract. */
export const calls = {
  creators: creatorsCalls,
  shell: shellCalls,
};

type AreaCalls = (typeof calls)[keyof typeof calls];

type CallOf<Area> = Area extends Readonly<Record<string, Call>> ? Area[keyof Area] : never;

/** Any one entry of the contract. */
export type AnyCall = CallOf<AreaCalls>;
