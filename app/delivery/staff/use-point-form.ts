import { useState } from 'react';
import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { PickUpPoint, Region } from '../delivery.calls.ts';
import { regionIn } from '../delivery-rates.ts';
import type { Position } from '../pick-up-order.ts';
import type { SearchPlace } from '../search-place.ts';
import { bodyOf, degreesText, faultsOf, type PointDraft, type PointFaults, pointDraftOf } from './point-draft.ts';

const isEqual = (one: PointDraft, other: PointDraft) => JSON.stringify(one) === JSON.stringify(other);

/** The form of a pickup point: its fields, their errors, and saving. */
export function usePointForm(point: PickUpPoint | null, regions: readonly Region[]) {
  const [initial, setInitial] = useState(() => pointDraftOf(point));
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<PointFaults>({});
  const [isDeleted, setDeleted] = useState(false);
  const { isBusy, isDone, failure, act, forget } = useAction(({ fields = {} }) => setFaults(fields));

  function change(part: Partial<PointDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    const { ...left } = faults;
    for (const name of Object.keys(part)) Reflect.deleteProperty(left, name);
    setFaults(left);
    forget();
  }

  function put({ latitude, longitude }: Position) {
    change({ latitude: degreesText(latitude), longitude: degreesText(longitude) });
  }

  function changeAddress(address: string, place: SearchPlace | null) {
    if (place === null) return change({ address });
    const [longitude, latitude] = place.coordinates;
    const region = regionIn(place.address, regions);
    change({
      address,
      latitude: degreesText(latitude),
      longitude: degreesText(longitude),
      ...(region && { regionId: String(region.id) }),
    });
  }

  /** The point was opened or closed outside the form: updates the switch and leaves other changes alone. */
  function follow(isActive: boolean) {
    setInitial((before) => ({ ...before, isActive }));
    setDraft((before) => ({ ...before, isActive }));
  }

  /** Resolves to whether the point was saved. */
  async function save(): Promise<boolean> {
    const wrong = faultsOf(draft);
    const body = bodyOf(draft);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0 || body === null) return false;
    return act(async () => {
      if (point === null) await call('POST PickUp', { body });
      else await call('PUT PickUp', { body: { id: point.id, ...body } });
    });
  }

  const isOver = isDone || isDeleted;
  const isUnsaved = !isOver && !isEqual(initial, draft);
  return {
    draft,
    faults,
    isBusy,
    failure,
    isOver,
    isUnsaved,
    change,
    changeAddress,
    put,
    follow,
    save,
    leave: () => setDeleted(true),
  };
}

/** The form as passed to its parts. */
export type PointForm = ReturnType<typeof usePointForm>;
