import type { PickUpPoint } from '../delivery.calls.ts';
import type { Position } from '../pick-up-order.ts';
import type { MapSettings } from './map-settings.ts';

/** The members of a point that a map shows. */
export type MapPoint = Pick<PickUpPoint, 'id' | 'name' | 'address' | 'latitude' | 'longitude' | 'isActive'>;

/** Everything that a map shows at a moment. */
export interface MapScene {
  readonly points: readonly MapPoint[];
  /** The chosen point's id. */
  readonly selected: number | null;
  /** The person's position. */
  readonly position: Position | null;
  /** A place being set by hand. */
  readonly picked: Position | null;
}

/** The texts of the map's own controls. */
export interface MapWords {
  readonly map: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly credits: string;
}

/** The options of a map. */
export interface MapOptions {
  readonly element: HTMLElement;
  readonly settings: MapSettings;
  readonly isDark: boolean;
  readonly words: MapWords;
  /** The accessible name of a cluster. */
  readonly clusterLabel: (count: number) => string;
  readonly onSelect: (id: number) => void;
  /** Called with a tapped place; null if only points can be chosen. */
  readonly onPick: ((position: Position) => void) | null;
}

/** An open map: the built-in one or the maps service's. */
export interface MapPainter {
  show(scene: MapScene): void;
  setDark(isDark: boolean): void;
  close(): void;
}

/** A point: a button that the keyboard skips, since the list beside the map has the same points. */
export function drawPoint({ name, address, isActive }: MapPoint): HTMLElement {
  const pin = document.createElement('button');
  const label = `${name}, ${address}`;
  pin.type = 'button';
  pin.tabIndex = -1;
  pin.title = label;
  pin.dataset.pin = isActive ? 'point' : 'closed';
  pin.setAttribute('aria-label', label);
  return pin;
}

/** A place without interaction: the person's position, or the place being set, which the fields beside the map show as text. */
export function drawPlace(kind: 'picked' | 'self'): HTMLElement {
  const pin = document.createElement('div');
  pin.dataset.pin = kind;
  pin.setAttribute('aria-hidden', 'true');
  return pin;
}

/** Several points that are too close to be shown separately. */
export function drawCluster(count: number, label: string): HTMLElement {
  const cluster = document.createElement('button');
  cluster.type = 'button';
  cluster.tabIndex = -1;
  cluster.dataset.pin = 'cluster';
  cluster.textContent = String(count);
  cluster.setAttribute('aria-label', label);
  return cluster;
}
