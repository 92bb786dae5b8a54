import type { AnyCall } from '#app/calls.ts';
import type { CallName } from '#base/calls/call-client.ts';
import type { Asked, Fixture } from '../fixture.ts';

/** Says what to ask the `at`-th time (from 0), always another thing; may prepare it, which is not measured. */
export type Ask = (fixture: Fixture, at: number) => Asked | Promise<Asked>;

/** A way to ask a call. */
export interface Way {
  readonly call: string;
  /** What is asked for, in a few words. */
  readonly what: string;
  readonly ask: Ask;
}

/** Ways written by hand: of a call one, or several by what they ask for. */
type Written = Partial<Record<CallName<AnyCall>, Ask | Readonly<Record<string, Ask>>>>;

export function waysOf(written: Written): readonly Way[] {
  return Object.entries(written).flatMap(([call, asks]) =>
    Object.entries(typeof asks === 'function' ? { 'each time another': asks } : asks).map(([what, ask]) => ({
      call,
      what,
      ask,
    })),
  );
}
