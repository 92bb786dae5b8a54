import Supercluster from 'supercluster';
import type { Position } from '../pick-up-order.ts';
import { drawCluster, drawPlace, drawPoint, type MapPoint, type MapScene } from './map-painter.ts';

type Place = readonly [longitude: number, latitude: number];
type Anchor = 'centre' | 'foot';

/** What the pins need from a map library. */
export interface PinBoard {
  /** The visible box (west, south, east, north), and the zoom of 512-pixel tiles. */
  view(): { readonly box: [number, number, number, number]; readonly zoom: number };
  /** Places an element; the returned function removes it. */
  put(element: HTMLElement, at: Place, anchor: Anchor): () => void;
  goTo(at: Place, zoom: number): void;
}

interface PinLayerOptions {
  readonly board: PinBoard;
  readonly clusterLabel: (count: number) => string;
  readonly onSelect: (id: number) => void;
}

interface Wanted {
  readonly key: string;
  readonly at: Place;
  readonly anchor: Anchor;
  readonly draw: () => HTMLElement;
}

const placeOf = ({ longitude, latitude }: Position): Place => [longitude, latitude];

/** Makes a pin tappable without a tap on the map under it. */
function tapped(pin: HTMLElement, act: () => void): HTMLElement {
  pin.addEventListener('click', (event) => {
    event.stopPropagation();
    act();
  });
  return pin;
}

function clustersOf(points: readonly MapPoint[]): Supercluster<MapPoint> {
  const clusters = new Supercluster<MapPoint>({ radius: 48, maxZoom: 14 });
  clusters.load(
    points.map((point) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
      properties: point,
    })),
  );
  return clusters;
}

/** The pins of a scene on a map, near ones in clusters. Call `draw` again when the view has moved. */
export class PinLayer {
  readonly #options: PinLayerOptions;
  readonly #drawn = new Map<string, () => void>();
  #scene: MapScene = { points: [], selected: null, position: null, picked: null };
  #clusters = clustersOf([]);

  constructor(options: PinLayerOptions) {
    this.#options = options;
  }

  show(scene: MapScene): void {
    if (scene.points !== this.#scene.points) this.#clusters = clustersOf(scene.points);
    this.#scene = scene;
    this.draw();
  }

  draw(): void {
    const all = this.#wanted();
    const keys = new Set(all.map(({ key }) => key));
    for (const [key, take] of this.#drawn) {
      if (keys.has(key)) continue;
      take();
      this.#drawn.delete(key);
    }
    for (const { key, at, anchor, draw } of all) {
      if (!this.#drawn.has(key)) this.#drawn.set(key, this.#options.board.put(draw(), at, anchor));
    }
  }

  clear(): void {
    for (const take of this.#drawn.values()) take();
    this.#drawn.clear();
  }

  #wanted(): Wanted[] {
    const { box, zoom } = this.#options.board.view();
    const found = this.#clusters.getClusters(box, Math.max(0, Math.floor(zoom)));
    const seen = found.map(({ geometry, properties }): Wanted => {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      return 'cluster_id' in properties
        ? this.#cluster(properties.cluster_id, properties.point_count, [longitude, latitude])
        : this.#point(properties);
    });
    const { selected, points, position, picked } = this.#scene;
    const chosen = points.find(({ id }) => id === selected);
    // The chosen point is shown even inside a cluster.
    if (chosen && !seen.some(({ key }) => key.startsWith(`point ${chosen.id} `))) seen.push(this.#point(chosen));
    if (position) seen.push(this.#place('self', position));
    if (picked) seen.push(this.#place('picked', picked));
    return seen;
  }

  #place(kind: 'self' | 'picked', position: Position): Wanted {
    const at = placeOf(position);
    const anchor = kind === 'self' ? 'centre' : 'foot';
    return { key: `${kind} ${at.join()}`, at, anchor, draw: () => drawPlace(kind) };
  }

  #point(point: MapPoint): Wanted {
    const isChosen = point.id === this.#scene.selected;
    return {
      key: `point ${point.id} ${isChosen} ${point.isActive}`,
      at: placeOf(point),
      anchor: 'foot',
      draw: () => {
        const pin = drawPoint(point);
        pin.toggleAttribute('data-chosen', isChosen);
        return tapped(pin, () => this.#options.onSelect(point.id));
      },
    };
  }

  #cluster(id: number, count: number, at: Place): Wanted {
    const { board, clusterLabel } = this.#options;
    const open = () => board.goTo(at, this.#clusters.getClusterExpansionZoom(id));
    return {
      key: `cluster ${id} ${count} ${at.join()}`,
      at,
      anchor: 'centre',
      draw: () => tapped(drawCluster(count, clusterLabel(count)), open),
    };
  }
}
