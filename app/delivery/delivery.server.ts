import type { CountryProfile } from '#app/country.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import { dropCached } from '#base/cache-tags.server.ts';
import type { CallInput } from '#base/call.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { deliveryCalls, PickUpPoint } from './delivery.calls.ts';
import {
  insertPickUp,
  keepPickUp,
  lockPickUp,
  type PickUpValues,
  readPickUp,
  readPickUps,
  readRegions,
  removePickUp,
  updatePickUp,
  writeState,
} from './delivery-store.server.ts';
import { createPlaceSearch } from './place-search.server.ts';

/** A pickup point as orders copy it; a closed one has `isActive: false`. */
export type PickUp = PickUpPoint;

/** Everything that shows pickup points is tagged so. */
const pickUpsTag = 'pickUps';

/** What delivery is told of the rest of the product. */
export interface DeliveryOptions {
  readonly country: CountryProfile;
  /** Whether any order, of whatever state, refers to the point; asked while the point is locked against new ones. */
  isPickUpUsed(tx: Tx, id: number): Promise<boolean>;
}

type Written = CallInput<typeof deliveryCalls.createPickUp>['body'];

/**
 * The point of an id, closed ones too, or null. In a transaction it is kept from being deleted until that ends, so that what is
 * written there may refer to it.
 */
export function findPickUp(db: Queryable, id: number): Promise<PickUp | null> {
  return keepPickUp(db, id);
}

/** Adds a point as it is, with the region's name; for data brought from elsewhere. */
export async function addPickUp(tx: Tx, country: CountryProfile, point: Written): Promise<PickUp> {
  const added = await insertPickUp(tx, country.code, checked(country, point));
  await dropCached(tx, [pickUpsTag]);
  return added;
}

/** The region must be the country's, the place within its box (contract, sections 1 and 11). */
function checked(country: CountryProfile, { isActive, ...point }: Written): PickUpValues {
  const [west, south, east, north] = country.bbox;
  const { latitude, longitude, regionId } = point;
  const regionName = country.regions.find(({ id }) => id === regionId)?.name;
  const outside = `Это место за пределами страны: ${country.name}`;
  const fields = {
    ...(regionName === undefined && { regionId: 'Выберите регион из списка' }),
    ...((latitude < south || latitude > north) && { latitude: outside }),
    ...((longitude < west || longitude > east) && { longitude: outside }),
  };
  if (regionName === undefined || Object.keys(fields).length > 0) throw failures.validationFailed.because({ fields });
  return { ...point, regionName, isActive: isActive ?? null };
}

/** Deletes the point, or closes it where orders refer to it; says which. */
async function deleteOrClose(tx: Tx, { country, isPickUpUsed }: DeliveryOptions, id: number): Promise<boolean> {
  if (!(await lockPickUp(tx, country.code, id))) throw failures.notFound.because();
  const isUsed = await isPickUpUsed(tx, id);
  if (isUsed) await writeState(tx, country.code, id, false);
  else await removePickUp(tx, id);
  await dropCached(tx, [pickUpsTag]);
  return !isUsed;
}

/** Answers the calls about regions, pickup points and places. */
export function createDeliveryHandlers(options: DeliveryOptions): Handlers<typeof deliveryCalls> {
  const { country } = options;
  const searchPlaces = createPlaceSearch(country);
  return {
    regions: async (_, context) => {
      context.tag('regions');
      return readRegions(context.db, country.code);
    },
    pickUps: async ({ query: { IsActive: isActive, search } }, context) => {
      context.tag(pickUpsTag);
      const items = await readPickUps(context.db, { country: country.code, isActive, search });
      return { items, count: items.length };
    },
    pickUp: async ({ params: { id } }, context) => {
      context.tag(pickUpsTag);
      const point = await readPickUp(context.db, id);
      if (point === null) throw failures.notFound.because();
      return point;
    },
    createPickUp: ({ body }, context) =>
      context.transaction(async (tx) => {
        const point = await addPickUp(tx, country, body);
        context.note({ subject: String(point.id) });
        return point;
      }),
    updatePickUp: ({ body: { id, ...written } }, context) => {
      context.note({ subject: String(id) });
      return context.transaction(async (tx) => {
        const point = await updatePickUp(tx, country.code, id, checked(country, written));
        if (point === null) throw failures.notFound.because();
        await dropCached(tx, [pickUpsTag]);
        return point;
      });
    },
    deletePickUp: ({ query: { id } }, context) => {
      context.note({ subject: String(id) });
      return context.transaction(async (tx) => ({ isDeleted: await deleteOrClose(tx, options, id) }));
    },
    changePickUpState: ({ query: { id, isActive } }, context) => {
      context.note({ subject: String(id) });
      return context.transaction(async (tx) => {
        if (!(await writeState(tx, country.code, id, isActive))) throw failures.notFound.because();
        await dropCached(tx, [pickUpsTag]);
        return {};
      });
    },
    searchPlaces: async ({ query }) => searchPlaces(query),
  };
}
