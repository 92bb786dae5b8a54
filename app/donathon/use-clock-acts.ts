import { useState } from 'react';
import { call } from '#app/call.ts';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { clockChanged, clockEnded } from './clock-failures.ts';
import type { OwnClock } from './clock-shapes.ts';
import type { LiveClock } from './live-clock.ts';
import { type ActOnClock, UnansweredAct } from './unanswered-act.ts';

/** What a creator does with the clock that is shown; afterwards it is read again, and so it is where another page was faster. */
export function useClockActs(live: LiveClock, { id: clockId, own }: OwnClock) {
  const [unanswered] = useState(() => new UnansweredAct());
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    const isLost = refusal.code === networkFailureCode;
    if (isLost || clockChanged.is(refusal) || clockEnded.is(refusal)) void live.refresh();
  });

  /** Returns whether it was done. */
  function send(asked: ActOnClock): Promise<boolean> {
    return act(async () => {
      await unanswered.send(asked, { clockId, revision: own?.revision ?? 0 }, (read, idempotencyKey) =>
        call('POST Clock/Control', { body: { ...asked, ...read } }, { idempotencyKey }),
      );
      await live.refresh();
    });
  }

  return { isBusy, failure, fields, send, forget };
}

export type ClockActs = ReturnType<typeof useClockActs>;
