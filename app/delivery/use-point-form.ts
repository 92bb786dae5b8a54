import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import type { PickUpPoint, Region } from './delivery.calls.ts';
import type { Position } from './pick-up-order.ts';
import { bodyOf, degreesText, draftOf, faultsOf, type PointDraft, type PointFaults, regionOf } from './point-draft.ts';
import type { SearchPlace } from './search-place.ts';

/** What has come of the form: it stands, is being sent, has been saved, or could not be. */
export type PointFormState = 'idle' | 'busy' | 'saved' | { readonly fault: string };

const isEqual = (one: PointDraft, other: PointDraft) => JSON.stringify(one) === JSON.stringify(other);

/** A pickup point being written: its fields, what is wrong with them, and its saving. */
export function usePointForm(point: PickUpPoint | null, regions: readonly Region[]) {
  const [initial, setInitial] = useState(() => draftOf(point));
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<PointFaults>({});
  const [state, setState] = useState<PointFormState>('idle');

  function change(part: Partial<PointDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    const { ...left } = faults;
    for (const name of Object.keys(part)) Reflect.deleteProperty(left, name);
    setFaults(left);
    setState('idle');
  }

  function put({ latitude, longitude }: Position) {
    change({ latitude: degreesText(latitude), longitude: degreesText(longitude) });
  }

  function changeAddress(address: string, place: SearchPlace | null) {
    if (place === null) return change({ address });
    const [longitude, latitude] = place.coordinates;
    const region = regionOf(place.address, regions);
    change({
      address,
      latitude: degreesText(latitude),
      longitude: degreesText(longitude),
      ...(region && { regionId: String(region.id) }),
    });
  }

  /** It has been closed beside the form: what is written stays, the switch follows. */
  function follow(isActive: boolean) {
    setInitial((before) => ({ ...before, isActive }));
    setDraft((before) => ({ ...before, isActive }));
  }

  /** Resolves to whether it was saved. */
  async function save(): Promise<boolean> {
    const wrong = faultsOf(draft);
    const body = bodyOf(draft);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0 || body === null) return false;
    setState('busy');
    try {
      if (point === null) await call('POST PickUp', { body });
      else await call('PUT PickUp', { body: { id: point.id, ...body } });
      setState('saved');
      return true;
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFaults({ ...error.fields });
      setState({ fault: error.message });
      return false;
    }
  }

  const isUnsaved = state !== 'saved' && !isEqual(initial, draft);
  return { draft, faults, state, isUnsaved, change, changeAddress, put, follow, save, leave: () => setState('saved') };
}

/** The form as its parts are given it. */
export type PointForm = ReturnType<typeof usePointForm>;
