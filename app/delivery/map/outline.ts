import { bring } from '#base/pages/bring.ts';

type Line = readonly (readonly number[])[];

/** A rough outline of a country, for maps without tiles; longitude first. */
export interface Outline {
  readonly border: Line;
  /** The borders of its regions. */
  readonly inner: readonly Line[];
  readonly towns: readonly { readonly name: string; readonly at: readonly number[] }[];
}

const outlines: Readonly<Record<string, () => Promise<{ readonly default: Outline }>>> = {
  uz: () => bring(() => import('./outline/uz.json')),
  kz: () => bring(() => import('./outline/kz.json')),
};

/** The outline of a country that ships with the product. */
export async function readOutline(country: string): Promise<Outline> {
  const read = outlines[country];
  if (read === undefined) throw new Error(`no outline of ${country}`);
  return (await read()).default;
}

const positions = (line: Line): number[][] => line.map((at) => [...at]);

/** The outline as GeoJSON: the land with its border, and the borders within. */
export function outlineFeatures({ border, inner }: Outline) {
  return {
    type: 'FeatureCollection' as const,
    features: [
      {
        type: 'Feature' as const,
        properties: { kind: 'land' },
        geometry: { type: 'Polygon' as const, coordinates: [positions(border)] },
      },
      {
        type: 'Feature' as const,
        properties: { kind: 'inner' },
        geometry: { type: 'MultiLineString' as const, coordinates: inner.map(positions) },
      },
    ],
  };
}
