import { formMessages } from '#base/text/form-rules.ts';
import type { PickUpPoint } from '../delivery.calls.ts';
import type { Position } from '../pick-up-order.ts';

/** A pickup point in the form: the texts of the fields. */
export interface PointDraft {
  readonly name: string;
  readonly regionId: string;
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly phone: string;
  readonly workingHours: string;
  readonly comment: string;
  readonly isActive: boolean;
}

/** Error texts by field. */
export type PointFaults = Readonly<Partial<Record<keyof PointDraft, string>>>;

/** The draft of an existing or a new point. */
export function pointDraftOf(point: PickUpPoint | null): PointDraft {
  return {
    name: point?.name ?? '',
    regionId: point === null ? '' : String(point.regionId),
    address: point?.address ?? '',
    latitude: point === null ? '' : String(point.latitude),
    longitude: point === null ? '' : String(point.longitude),
    phone: point?.phone ?? '',
    workingHours: point?.workingHours ?? '',
    comment: point?.comment ?? '',
    isActive: point?.isActive ?? true,
  };
}

/** Parses typed degrees, also with a comma; null if they are not a number. */
function degreesOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^-?\d{1,3}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

/** The position of the draft, or null while it is not set. */
export function positionOf({ latitude, longitude }: PointDraft): Position | null {
  const lat = degreesOf(latitude);
  const lon = degreesOf(longitude);
  return lat === null || lon === null ? null : { latitude: lat, longitude: lon };
}

/** Degrees rounded to about ten centimetres, as text for the fields. */
export const degreesText = (degrees: number) => String(Number(degrees.toFixed(6)));

/** The errors of a draft. */
export function faultsOf(draft: PointDraft): PointFaults {
  const faults: Partial<Record<keyof PointDraft, string>> = {};
  for (const name of ['name', 'regionId', 'address'] as const) {
    if (draft[name].trim() === '') faults[name] = formMessages.required;
  }
  for (const name of ['latitude', 'longitude'] as const) {
    if (draft[name].trim() === '') faults[name] = 'Отметьте место на карте или выберите адрес из подсказок';
    else if (degreesOf(draft[name]) === null) faults[name] = 'Введите градусы числом, например 41.3111';
  }
  return faults;
}

/** The draft as the body of a call; null while something is missing. */
export function bodyOf(draft: PointDraft) {
  const position = positionOf(draft);
  if (position === null || draft.regionId === '') return null;
  const { name, address, phone, workingHours, comment, isActive } = draft;
  return { name, regionId: Number(draft.regionId), address, ...position, phone, workingHours, comment, isActive };
}
