import {
  AttributionControl,
  Map as LibreMap,
  LngLatBounds,
  Marker,
  NavigationControl,
  type RasterLayerSpecification,
  type RasterSourceSpecification,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
// Loaded from our own address, not from a blob, so that the content policy stays strict.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { MapOptions, MapPainter, MapScene } from './map-painter.ts';
import { type Outline, outlineFeatures, readOutline } from './outline.ts';
import { type PinBoard, PinLayer } from './pin-layer.ts';

const light = { ground: '#EFE9DF', land: '#FBF8F3', border: '#A8907C', inner: '#DCCFBE' };
const dark = { ground: '#100D0F', land: '#211C1F', border: '#6B5B5F', inner: '#3A3134' };

function styleOf(outline: Outline, isDark: boolean, tiles: string | null): StyleSpecification {
  const colours = isDark ? dark : light;
  return {
    version: 8,
    sources: {
      outline: { type: 'geojson', data: outlineFeatures(outline) },
      ...(tiles !== null && { tiles: tilesSource(tiles) }),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
      {
        id: 'land',
        type: 'fill',
        source: 'outline',
        filter: ['==', ['get', 'kind'], 'land'],
        paint: { 'fill-color': colours.land },
      },
      {
        id: 'inner',
        type: 'line',
        source: 'outline',
        filter: ['==', ['get', 'kind'], 'inner'],
        paint: { 'line-color': colours.inner, 'line-width': 1, 'line-dasharray': [3, 2] },
      },
      {
        id: 'border',
        type: 'line',
        source: 'outline',
        filter: ['==', ['get', 'kind'], 'land'],
        paint: { 'line-color': colours.border, 'line-width': 1.5 },
      },
      ...(tiles === null ? [] : [tilesLayer(isDark)]),
    ],
  };
}

function tilesLayer(isDark: boolean): RasterLayerSpecification {
  const paint: RasterLayerSpecification['paint'] = isDark
    ? { 'raster-brightness-max': 0.5, 'raster-saturation': -0.5, 'raster-contrast': 0.1 }
    : { 'raster-saturation': -0.25 };
  return { id: 'tiles', type: 'raster', source: 'tiles', paint };
}

function tilesSource(tiles: string): RasterSourceSpecification {
  const attribution =
    '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>';
  return { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: 19, attribution };
}

const addressOfTile = (text: string, zoom: number, x: number, y: number) =>
  text.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));

/** Requests one tile, to avoid a whole screen of requests if tiles are not available. */
async function hasTiles(tiles: string): Promise<boolean> {
  try {
    return (await fetch(addressOfTile(tiles, 0, 0, 0))).ok;
  } catch {
    return false;
  }
}

function boardOf(map: LibreMap): PinBoard {
  return {
    view() {
      const bounds = map.getBounds();
      return {
        box: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
        zoom: map.getZoom(),
      };
    },
    put(element, [longitude, latitude], anchor) {
      const marker = new Marker({ element, anchor: anchor === 'foot' ? 'bottom' : 'center' });
      marker.setLngLat([longitude, latitude]).addTo(map);
      return () => marker.remove();
    },
    goTo: ([longitude, latitude], zoom) => map.easeTo({ center: [longitude, latitude], zoom }),
  };
}

function nameTowns(map: LibreMap, { towns }: Outline): void {
  for (const { name, at } of towns) {
    const label = document.createElement('span');
    label.dataset.town = '';
    label.textContent = name;
    label.setAttribute('aria-hidden', 'true');
    const [longitude = 0, latitude = 0] = at;
    new Marker({ element: label, anchor: 'top' }).setLngLat([longitude, latitude]).addTo(map);
  }
}

/** Moves the view to the chosen point, the place being set, or at first all points. `near`: the zoom at which a place is recognizable. */
function follow(map: LibreMap, near: number, before: MapScene | null, scene: MapScene): void {
  const { selected, picked, position, points } = scene;
  const chosen = points.find(({ id }) => id === selected);
  const target = picked ?? chosen ?? null;
  const isNew = selected !== before?.selected || picked?.latitude !== before?.picked?.latitude;
  if (target && isNew) {
    const center: [number, number] = [target.longitude, target.latitude];
    if (!before) map.jumpTo({ center, zoom: near });
    // A place tapped on a zoomed-in map is in view already.
    else if (!picked || map.getZoom() < near - 1 || !map.getBounds().contains(center)) {
      map.easeTo({ center, zoom: Math.max(map.getZoom(), near) });
    }
    return;
  }
  if (position && position !== before?.position) {
    map.easeTo({ center: [position.longitude, position.latitude], zoom: 11 });
    return;
  }
  if (before && before.points === points) return;
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of points) bounds.extend([longitude, latitude]);
  if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 48, maxZoom: 13, animate: before !== null });
}

/** Opens the built-in map: the outline of the country, with tiles over it if they are available. */
export async function openBuiltInMap(options: MapOptions): Promise<MapPainter> {
  const { element, settings, words, clusterLabel, onSelect, onPick } = options;
  const outline = await readOutline(settings.country);
  const [west, south, east, north] = settings.bbox;
  let { isDark } = options;
  let isClosed = false;
  let tiles: string | null = null;
  let shown: MapScene | null = null;
  setWorkerUrl(workerUrl);
  const map = new LibreMap({
    container: element,
    style: styleOf(outline, isDark, null),
    bounds: [west, south, east, north],
    maxBounds: [west - 8, south - 6, east + 8, north + 6],
    maxZoom: 18,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    locale: {
      'Map.Title': words.map,
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
      'AttributionControl.ToggleAttribution': words.credits,
    },
    reduceMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new AttributionControl({ compact: true }));
  // Failures of single tiles are ignored: the outline is under them.
  map.on('error', () => undefined);
  const pins = new PinLayer({ board: boardOf(map), clusterLabel, onSelect });
  map.on('moveend', () => {
    pins.draw();
    element.toggleAttribute('data-near', map.getZoom() > 4.5);
  });
  if (onPick) map.on('click', ({ lngLat: { lat, lng } }) => onPick({ latitude: lat, longitude: lng }));
  nameTowns(map, outline);
  const restyle = () => map.setStyle(styleOf(outline, isDark, tiles));
  const layTiles = async () => {
    if (settings.tiles === null || !(await hasTiles(settings.tiles)) || isClosed) return;
    ({ tiles } = settings);
    restyle();
    element.toggleAttribute('data-tiles', true);
  };
  map.once('load', () => void layTiles());
  return {
    show(scene) {
      // Without streets only towns and borders show where a place is.
      follow(map, tiles === null ? 7.5 : 12, shown, scene);
      shown = scene;
      pins.show(scene);
    },
    setDark(next) {
      if (next === isDark) return;
      isDark = next;
      restyle();
    },
    close() {
      isClosed = true;
      pins.clear();
      map.remove();
    },
  };
}
