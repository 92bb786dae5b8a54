import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import type { PickUpPoint } from './delivery.calls.ts';

/** The open points, and the chosen one if it is no longer open. */
export interface OpenPickUps {
  readonly points: readonly PickUpPoint[];
  readonly closed: PickUpPoint | null;
}

type State = OpenPickUps | 'loading' | 'failed';

async function ask(chosen: number | null, signal: AbortSignal): Promise<OpenPickUps> {
  const { items } = await call('GET PickUp', { query: { IsActive: true } }, { signal });
  if (chosen === null || items.some(({ id }) => id === chosen)) return { points: items, closed: null };
  const closed = await call('GET PickUp/{id}', { params: { id: chosen } }, { signal }).catch(() => null);
  return { points: items, closed };
}

/** Loads the open points when the chooser is first shown, and again by `again`. `chosen`: the point chosen before. */
export function usePickUps(chosen: number | null): readonly [state: State, again: () => void] {
  const [request, setRequest] = useState({ chosen });
  const [state, setState] = useState<State>('loading');

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    ask(request.chosen, signal).then(
      (open) => setState(open),
      () => {
        if (!signal.aborted) setState('failed');
      },
    );
    return () => controller.abort();
  }, [request]);

  return [
    state,
    () => {
      setState('loading');
      setRequest({ chosen });
    },
  ];
}
