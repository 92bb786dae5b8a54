import { unitText } from '#base/text/unit-text.ts';
import type { PickUpPoint } from './delivery.calls.ts';
import { likeness, wordsOf } from './search/place-words.ts';

/** A position in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const earthRadius = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance between two positions in kilometres, in a straight line. */
export function kilometresBetween(one: Position, other: Position): number {
  const height = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const width = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const part = height + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * width;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** The filters of the list. */
export interface PickUpChoice {
  readonly search: string;
  /** Null: all regions. */
  readonly regionId: number | null;
  /** The name of a region in the language of the page, by which it is found as well. */
  readonly nameOf?: (regionName: string) => string;
}

function matches(text: string, typed: readonly string[]): boolean {
  const words = wordsOf(text);
  return typed.every((word) => words.some((one) => likeness(word, one) > 0 || (word.length > 2 && one.includes(word))));
}

/**
 * The points that match the filters, nearest first if the position is known, else those first that are found without their street. Typing errors
 * and either script are understood.
 */
export function orderPickUps(
  points: readonly PickUpPoint[],
  { search, regionId, nameOf = (name) => name }: PickUpChoice,
  position: Position | null,
): readonly PickUpPoint[] {
  const isEmpty = search.trim() === '';
  if (!isEmpty && !/[\p{L}\p{N}]/u.test(search)) return [];
  const typed = isEmpty ? [] : wordsOf(search);
  const ofRegion = points.filter((point) => regionId === null || point.regionId === regionId);
  const placeOf = ({ name, regionName }: PickUpPoint) => `${name} ${regionName} ${nameOf(regionName)}`;
  const named = ofRegion.filter((point) => matches(placeOf(point), typed));
  const known = new Set(named);
  const onStreet = ofRegion.filter(
    (point) => !known.has(point) && matches(`${placeOf(point)} ${point.address}`, typed),
  );
  const meant = [...named, ...onStreet];
  if (position === null) return meant;
  const distance = new Map(meant.map((point) => [point, kilometresBetween(position, point)]));
  return meant.toSorted((one, other) => (distance.get(one) ?? 0) - (distance.get(other) ?? 0));
}

/** A rounded distance: to ten metres below a kilometre, to 0.1 km below ten. */
export function distanceText(kilometres: number, locale: string): string {
  const isNear = kilometres < 1;
  const value = isNear ? Math.max(10, Math.round(kilometres * 100) * 10) : kilometres;
  return unitText(value, isNear ? 'meter' : 'kilometer', locale, !isNear && kilometres < 10 ? 1 : 0);
}
