import { createMapLoader, injectScript, mapScriptAddress } from './map-loader.ts';
import type { MapOptions, MapPainter, MapScene } from './map-painter.ts';
import { type PinBoard, PinLayer } from './pin-layer.ts';

type Place = readonly [longitude: number, latitude: number];

interface Location {
  readonly center?: Place;
  readonly zoom?: number;
  readonly bounds?: readonly [Place, Place];
  readonly duration?: number;
}

interface ServiceMap {
  readonly bounds: readonly [Place, Place];
  readonly zoom: number;
  addChild(child: object): ServiceMap;
  removeChild(child: object): ServiceMap;
  setLocation(location: Location): void;
  update(options: { theme: 'dark' | 'light' }): void;
  destroy(): void;
}

/** The used part of the maps script's interface. */
interface MapsApi {
  readonly ready: Promise<void>;
  readonly YMap: new (element: HTMLElement, options: { location: Location; theme: 'dark' | 'light' }) => ServiceMap;
  readonly YMapDefaultSchemeLayer: new (options: object) => object;
  readonly YMapDefaultFeaturesLayer: new (options: object) => object;
  readonly YMapMarker: new (options: { coordinates: Place }, element: HTMLElement) => object;
  readonly YMapListener: new (options: {
    onActionEnd?: () => void;
    onClick?: (object: unknown, event: { coordinates: Place }) => void;
  }) => object;
}

declare global {
  interface Window {
    ymaps3?: MapsApi;
  }
}

/** The maps script of this page. */
const scriptLoader = createMapLoader<MapsApi>({
  inject: injectScript,
  async entry() {
    const api = window.ymaps3;
    if (api === undefined) throw new Error('the maps script has no entry');
    await api.ready;
    return api;
  },
});

const themeOf = (isDark: boolean) => (isDark ? 'dark' : 'light');

function boardOf(api: MapsApi, map: ServiceMap): PinBoard {
  return {
    view() {
      const [[west, one], [east, other]] = map.bounds;
      // The service's zoom is for 256-pixel tiles.
      return { box: [west, Math.min(one, other), east, Math.max(one, other)], zoom: map.zoom - 1 };
    },
    put(element, coordinates, anchor) {
      const stand = document.createElement('div');
      stand.dataset.stand = anchor;
      stand.append(element);
      const marker = new api.YMapMarker({ coordinates }, stand);
      map.addChild(marker);
      return () => void map.removeChild(marker);
    },
    goTo: (center, zoom) => map.setLocation({ center, zoom: zoom + 1, duration: 250 }),
  };
}

function boundsOf({ points }: MapScene): readonly [Place, Place] | null {
  if (points.length === 0) return null;
  const longitudes = points.map(({ longitude }) => longitude);
  const latitudes = points.map(({ latitude }) => latitude);
  const margin = 0.05;
  return [
    [Math.min(...longitudes) - margin, Math.min(...latitudes) - margin],
    [Math.max(...longitudes) + margin, Math.max(...latitudes) + margin],
  ];
}

/** Moves the view to the chosen point, the place being set or the person; to all points if they have changed. */
function follow(map: ServiceMap, before: MapScene | null, scene: MapScene): void {
  const { selected, picked, position, points } = scene;
  const chosen = selected === before?.selected ? undefined : points.find(({ id }) => id === selected);
  const isPicked = picked !== null && picked.latitude !== before?.picked?.latitude;
  const target = (isPicked ? picked : chosen) ?? (position === before?.position ? null : position);
  if (target) {
    map.setLocation({ center: [target.longitude, target.latitude], zoom: Math.max(map.zoom, 13), duration: 250 });
    return;
  }
  const bounds = before?.points === points ? null : boundsOf(scene);
  if (bounds) map.setLocation({ bounds, duration: 250 });
}

/** Opens the maps service's map; rejects if its script does not load within 5 s. */
export async function openScriptMap(options: MapOptions & { readonly key: string }): Promise<MapPainter> {
  const { element, settings, key, isDark, clusterLabel, onSelect, onPick } = options;
  const api = await scriptLoader.load(mapScriptAddress({ key, language: settings.language }));
  const [west, south, east, north] = settings.bbox;
  const bounds: [Place, Place] = [
    [west, south],
    [east, north],
  ];
  const map = new api.YMap(element, { location: { bounds }, theme: themeOf(isDark) });
  map.addChild(new api.YMapDefaultSchemeLayer({})).addChild(new api.YMapDefaultFeaturesLayer({}));
  const pins = new PinLayer({ board: boardOf(api, map), clusterLabel, onSelect });
  map.addChild(
    new api.YMapListener({
      onActionEnd: () => pins.draw(),
      ...(onPick && {
        onClick: (_, { coordinates: [longitude, latitude] }) => onPick({ latitude, longitude }),
      }),
    }),
  );
  let shown: MapScene | null = null;
  return {
    show(scene) {
      follow(map, shown, scene);
      shown = scene;
      pins.show(scene);
    },
    setDark: (next) => map.update({ theme: themeOf(next) }),
    close() {
      pins.clear();
      map.destroy();
    },
  };
}
