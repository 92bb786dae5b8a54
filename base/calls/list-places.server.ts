import { failures } from '#base/calls/errors.ts';
import type { ListPlace } from '#base/db/list-place.server.ts';
import { placeName } from '../text/place-name.ts';

/** A place in a list as its `next` names it. */
const nameOfPlace = ({ at, id }: ListPlace): string => `${at}.${id}`;

/** The place that `After` names; null: the beginning. Throws `ValidationFailed`. */
export function placeOf(name: string | undefined): ListPlace | null {
  if (name === undefined) return null;
  const [, time, id] = placeName.exec(name) ?? [];
  if (time === undefined || id === undefined) {
    throw failures.validationFailed({ fields: { After: 'Начните список сначала' } });
  }
  return { at: Number(time), id };
}

/** A part of a list read with one row too many, and the place after it; null: there is no more. */
export function partOf<Row>(
  rows: readonly Row[],
  take: number,
  place: (row: Row) => ListPlace,
): { readonly part: readonly Row[]; readonly next: string | null } {
  const part = rows.slice(0, take);
  const last = part.at(-1);
  return { part, next: rows.length > take && last !== undefined ? nameOfPlace(place(last)) : null };
}
