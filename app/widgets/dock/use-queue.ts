import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { type CallFailure, failures, isCallFailure } from '#base/calls/errors.ts';
import { openLive } from '#base/events/live-client.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { listedAlerts } from '../widget-choices.ts';
import { alertStateChanged } from '../widget-failures.ts';
import type { OwnQueue } from '../widgets.calls.ts';

const pollEvery = 2_000;
/** A broken stream usually reconnects at once: the creator is warned only after this time. */
const lostAfter = 3_000;

type Action = 'pause' | 'resume' | 'skip' | 'replay' | 'approve' | 'reject';

export interface LiveQueue {
  readonly queue: OwnQueue;
  /** The event stream is lost or the server does not answer: the screen may be out of date. */
  readonly isLost: boolean;
  readonly isBusy: boolean;
  /** Why the last action failed, in words. */
  readonly fault: string | null;
  /** Sends a command to the queue, for the named alerts where the action needs some. */
  control(action: Action, ...alertIds: readonly string[]): Promise<void>;
  /** Reads the ids of all waiting alerts, including those that are not listed. */
  readWaiting(): Promise<readonly string[]>;
}

/** Why an action failed. An alert that is gone has meanwhile become another one. */
const faultOf = ({ status, message }: CallFailure) =>
  status === failures.notFound.status ? alertStateChanged.message : message;

function namedBy([alertId, ...others]: readonly string[]) {
  if (alertId === undefined) return {};
  return others.length === 0 ? { alertId } : { alertIds: [alertId, ...others] };
}

/** Whether the event stream of the key's project has been lost for more than a moment. Calls `onEvent` for each event. */
function useStream(known: string, onEvent: () => void): boolean {
  const [key, setKey] = useState(known);
  const [isLost, setLost] = useState(false);
  const notify = useEffectEvent(onEvent);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const warn = () => {
      setLost(true);
      // The key may have been replaced in another window.
      call('GET Widget/Settings', {}, { signal: leaving.signal })
        .then((settings) => setKey(settings.key))
        .catch(() => undefined);
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(warn, lostAfter);
    };
    wait();
    const live = openLive({
      group: key,
      address: (last) =>
        `/api/Widget/Events?key=${encodeURIComponent(key)}${last === null ? '' : `&lastEventId=${encodeURIComponent(last)}`}`,
      receive: () => notify(),
      changed: (isOpen) => {
        if (!isOpen) return wait();
        clearTimeout(timer);
        setLost(false);
        notify();
      },
    });
    return () => {
      clearTimeout(timer);
      leaving.abort();
      live.close();
    };
  }, [key]);
  return isLost;
}

/** The creator's queue and the pages that show it, updated on each event and every two seconds. */
export function useQueue(initial: OwnQueue, key: string): LiveQueue {
  const [queue, setQueue] = useState(initial);
  const [isSilent, setSilent] = useState(false);
  const { isBusy, failure, run } = useAction();
  const asked = useRef(0);

  async function refresh() {
    asked.current += 1;
    const own = asked.current;
    try {
      const read = await call('GET Widget/Queue', {});
      // Answers may overtake each other: only the one to the last request counts.
      if (own !== asked.current) return;
      setQueue(read);
      setSilent(false);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setSilent(true);
    }
  }

  const isLost = useStream(key, () => void refresh());
  const refreshVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void refresh();
  });
  useEffect(() => {
    const poll = () => refreshVisible();
    const timer = setInterval(poll, pollEvery);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, []);

  async function control(action: Action, ...alertIds: readonly string[]) {
    await run(() => call('POST Widget/Control', { body: { action, ...namedBy(alertIds) } }));
    await refresh();
  }

  async function readWaiting() {
    const isListed = queue.waiting <= queue.queued.length;
    const most = listedAlerts.most;
    const read = isListed ? queue : await run(() => call('GET Widget/Queue', { query: { most } }));
    return (read?.queued ?? []).map(({ alertId }) => alertId);
  }

  return { queue, isLost: isLost || isSilent, isBusy, fault: failure && faultOf(failure), control, readWaiting };
}
