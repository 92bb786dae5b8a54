import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { clockChanged, clockEnded } from './clock-failures.ts';
import type { ClockBody, OwnClock } from './clock-shapes.ts';
import type { LiveClock } from './live-clock.ts';

type Act = Exclude<ClockBody, { act: 'start' }>;
/** What an act says beside the clock that it is about. */
export type ActOnClock = Act extends infer One ? (One extends Act ? Omit<One, 'clockId' | 'revision'> : never) : never;

/** What a creator does with the clock that is shown; afterwards it is read again, and so it is where another page was faster. */
export function useClockActs(live: LiveClock, { id: clockId, own }: OwnClock) {
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    if (clockChanged.is(refusal) || clockEnded.is(refusal)) void live.refresh();
  });

  /** Returns whether it was done. */
  function send(asked: ActOnClock): Promise<boolean> {
    return act(async () => {
      await call('POST Clock/Control', { body: { ...asked, clockId, revision: own?.revision ?? 0 } });
      await live.refresh();
    });
  }

  return { isBusy, failure, fields, send, forget };
}

export type ClockActs = ReturnType<typeof useClockActs>;
