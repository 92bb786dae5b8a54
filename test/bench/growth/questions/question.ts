import type { AnyCall } from '#app/calls.ts';
import type { CallName } from '#base/calls/call-client.ts';
import type { Asked, Fixture } from '../fixture.ts';

export interface Question {
  readonly call: CallName<AnyCall>;
  /** What is asked for, in a few words. */
  readonly what: string;
  /** Says what to ask the `at`-th time (from 0), always another thing; may prepare it, which is not measured. */
  readonly ask: (fixture: Fixture, at: number) => Asked | Promise<Asked>;
}

export function questionsOf(
  call: Question['call'],
  ways: Readonly<Record<string, Question['ask']>>,
): readonly Question[] {
  return Object.entries(ways).map(([what, ask]) => ({ call, what, ask }));
}

/** The offset of the `at`-th page before the last of a list. */
export const nearEnd = (count: number, at: number, take: number) => Math.max(0, Math.floor(count) - take * (at + 1));
