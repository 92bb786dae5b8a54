import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { clockChanged, clockEnded } from './clock-failures.ts';
import type { OwnClock } from './clock-shapes.ts';
import type { LiveClock } from './live-clock.ts';
import { type ActOnClock, UnansweredAct } from './unanswered-act.ts';

/** How long the page says what became of an act that had no answer. */
const saidFor = 10_000;

const nothing = () => undefined;

/** What is known of an act whose answer got lost: nothing yet, or that it is done. */
interface LostAct {
  readonly asked: ActOnClock;
  readonly isDone: boolean;
}

/**
 * What a creator does with the clock that is shown; afterwards it is read again, and so it is where another page was faster. An act whose answer got
 * lost is asked again as soon as the clock can be read, and by the next tap, in the place of what that tap was for: the new act is dropped.
 */
export function useClockActs(live: LiveClock, clock: OwnClock) {
  const [unanswered] = useState(() => new UnansweredAct());
  const [lost, setLost] = useState<LostAct | null>(null);
  const whenDone = useRef<() => void>(nothing);
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    if (lost === null || clockChanged.is(refusal) || clockEnded.is(refusal)) void live.refresh();
  });

  /** Sends an act, or in its place the one that has no answer yet; `onDone`: once the act is done, whenever that is known. */
  async function send(asked: ActOnClock, onDone: () => void = nothing): Promise<void> {
    const wasOpen = unanswered.open !== null;
    if (!wasOpen) whenDone.current = onDone;
    await act(async () => {
      const read = { clockId: clock.id, revision: clock.own?.revision ?? 0 };
      try {
        const done = await unanswered.send(asked, read, (attempt) => {
          const { idempotencyKey } = attempt;
          return call('POST Clock/Control', { body: { ...attempt.asked, ...attempt.read } }, { idempotencyKey });
        });
        setLost(wasOpen ? { asked: done, isDone: true } : null);
      } catch (error) {
        setLost(unanswered.open && { asked: unanswered.open, isDone: false });
        throw error;
      }
      whenDone.current();
      await live.refresh();
    });
  }

  const askAgain = useEffectEvent((_read: OwnClock) => {
    if (unanswered.open !== null) void send(unanswered.open);
  });
  useEffect(() => askAgain(clock), [clock]);

  useEffect(() => {
    if (!lost?.isDone) return;
    const timer = setTimeout(() => setLost(null), saidFor);
    return () => clearTimeout(timer);
  }, [lost]);

  const isOpen = lost !== null && !lost.isDone;
  return { isBusy, failure: isOpen ? null : failure, fields, lost, send, forget };
}

export type ClockActs = ReturnType<typeof useClockActs>;
