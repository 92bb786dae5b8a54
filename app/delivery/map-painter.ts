import type { PickUpPoint } from './delivery.calls.ts';
import type { MapSettings } from './map-settings.ts';
import type { Position } from './pick-up-order.ts';

/** What a map shows of a point. */
export type MapPoint = Pick<PickUpPoint, 'id' | 'name' | 'address' | 'latitude' | 'longitude' | 'isActive'>;

/** All that a map shows at a moment. */
export interface MapScene {
  readonly points: readonly MapPoint[];
  /** The chosen point's id. */
  readonly selected: number | null;
  /** Where the person is. */
  readonly position: Position | null;
  /** A place being set by hand. */
  readonly picked: Position | null;
}

/** What a map is made with. */
export interface MapOptions {
  readonly element: HTMLElement;
  readonly settings: MapSettings;
  readonly isDark: boolean;
  /** What a cluster is called, for those who hear it. */
  readonly clusterLabel: (count: number) => string;
  readonly onSelect: (id: number) => void;
  /** A place of the map was tapped; null where only points are chosen. */
  readonly onPick: ((position: Position) => void) | null;
}

/** A map that stands in its element: the built-in one or that of the maps service. */
export interface MapPainter {
  show(scene: MapScene): void;
  setDark(isDark: boolean): void;
  close(): void;
}

/** A point: a button for the finger, left out of the keyboard's way, since the list beside the map holds the same points. */
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

/** A place that is only seen: the person's own, or the one being set by hand, which fields beside the map tell in words. */
export function drawPlace(kind: 'picked' | 'self'): HTMLElement {
  const pin = document.createElement('div');
  pin.dataset.pin = kind;
  pin.setAttribute('aria-hidden', 'true');
  return pin;
}

/** Many points that stand too near each other to be told apart. */
export function drawCluster(count: number, label: string): HTMLElement {
  const cluster = document.createElement('button');
  cluster.type = 'button';
  cluster.tabIndex = -1;
  cluster.dataset.pin = 'cluster';
  cluster.textContent = String(count);
  cluster.setAttribute('aria-label', label);
  return cluster;
}
