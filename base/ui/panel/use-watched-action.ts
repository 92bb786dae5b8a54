import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { useAction } from '#base/ui/page/use-action.ts';

/**
 * Does something to a thing that its page reads again and again. That there is no connection is said until the thing has been read since: then it
 * shows itself whether it was done.
 */
export function useWatchedAction(thing: object) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act, forget } = useAction();
  const forgetLost = useEffectEvent((_read: object) => {
    if (failure?.code === networkFailureCode) forget();
  });
  useEffect(() => forgetLost(thing), [thing]);

  /** Resolves to whether it was done. */
  async function send(request: () => Promise<unknown>): Promise<boolean> {
    // Without a connection the page stays: what has changed meanwhile is read again anyway.
    const isDone = await act(request);
    if (isDone) await revalidate();
    return isDone;
  }

  return { isBusy, failure, send };
}
