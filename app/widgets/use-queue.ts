import { useEffect, useRef, useState } from 'react';
import { isCallFailure } from '#base/errors.ts';
import { openLive } from '#base/live-client.ts';
import { call } from '../call.ts';
import type { OwnQueue } from './widgets.calls.ts';

const askEvery = 2_000;
/** A stream that breaks is usually back at once: only then the creator is troubled with it. */
const lostAfter = 3_000;

type Action = 'pause' | 'resume' | 'skip' | 'replay' | 'approve' | 'reject';

export interface LiveQueue {
  readonly queue: OwnQueue;
  /** The stream of events is lost, or the server does not answer: what is shown may be out of date. */
  readonly isLost: boolean;
  readonly isBusy: boolean;
  /** Why the last act did not work, in words. */
  readonly fault: string | null;
  control(action: Action, alertId?: string): Promise<void>;
}

/** Whether the stream of the key's project has been lost for more than a moment; `heard` is called for each event. */
function useStream(known: string, heard: () => void): boolean {
  const [key, setKey] = useState(known);
  const [isLost, setLost] = useState(false);
  const hear = useRef(heard);
  useEffect(() => {
    hear.current = heard;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setLost(true), lostAfter);
    };
    wait();
    const live = openLive({
      address: (last) =>
        `/api/Widget/Events?key=${encodeURIComponent(key)}${last === null ? '' : `&lastEventId=${encodeURIComponent(last)}`}`,
      receive: () => hear.current(),
      changed: (isOpen) => {
        if (!isOpen) return wait();
        clearTimeout(timer);
        setLost(false);
        hear.current();
      },
    });
    return () => {
      clearTimeout(timer);
      live.close();
    };
  }, [key]);
  useEffect(() => {
    if (!isLost) return;
    // Perhaps the key has been replaced in another window.
    const stop = new AbortController();
    call('GET Widget/Settings', {}, { signal: stop.signal })
      .then((settings) => setKey(settings.key))
      .catch(() => undefined);
    return () => stop.abort();
  }, [isLost]);
  return isLost;
}

/** The creator's queue and the pages that show it, told anew by each event and every two seconds. */
export function useQueue(initial: OwnQueue, key: string): LiveQueue {
  const [queue, setQueue] = useState(initial);
  const [isSilent, setSilent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const asked = useRef(0);

  async function refresh() {
    asked.current += 1;
    const mine = asked.current;
    try {
      const read = await call('GET Widget/Queue', {});
      // Of answers that overtake each other only the one that was asked for last counts.
      if (mine !== asked.current) return;
      setQueue(read);
      setSilent(false);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setSilent(true);
    }
  }

  const isLost = useStream(key, () => void refresh());
  const ask = useRef(refresh);
  useEffect(() => {
    ask.current = refresh;
  });
  useEffect(() => {
    const askSeen = () => {
      if (document.visibilityState === 'visible') void ask.current();
    };
    const timer = setInterval(askSeen, askEvery);
    document.addEventListener('visibilitychange', askSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askSeen);
    };
  }, []);

  async function control(action: Action, alertId?: string) {
    setBusy(true);
    setFault(null);
    try {
      await call('POST Widget/Control', { body: { action, ...(alertId !== undefined && { alertId }) } });
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
    await refresh();
  }

  return { queue, isLost: isLost || isSilent, isBusy, fault, control };
}
