import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import { addPickUp } from '#app/delivery/delivery.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import pointsJson from './pickup-points.json' with { type: 'json' };

const point = z.strictObject({
  regionId: z.int(),
  name: z.string(),
  address: z.string(),
  longitude: z.number(),
  latitude: z.number(),
  phone: z.string(),
  workingHours: z.string(),
  comment: z.string().nullable(),
  isActive: z.boolean().optional(),
});

/** The pickup points of each country's demo world, in real places of all its regions. */
const demoPickUps = z.record(z.string(), z.array(point)).parse(pointsJson);

/** Adds the country's pickup points; returns the ids of the open ones, in order. */
export async function addPickUps(tx: Tx, country: CountryProfile): Promise<number[]> {
  const open: number[] = [];
  for (const one of demoPickUps[country.code] ?? []) {
    const { id, isActive } = await addPickUp(tx, country, one);
    if (isActive) open.push(id);
  }
  return open;
}
