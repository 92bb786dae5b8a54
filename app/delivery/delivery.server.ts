import type { CountryProfile } from '#app/country.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { deliveryCalls, type PickUpPoint } from './delivery.calls.ts';
import {
  insertPickUp,
  lockPickUp,
  type PickUpValues,
  readPickUp,
  readPickUps,
  readRegions,
  removePickUp,
  updatePickUp,
  writeState,
} from './delivery-store.server.ts';
import { createHighest, createQuoting, createRateHandlers } from './rates/rates.server.ts';
import { placesOf } from './search/country-places.server.ts';

/** A pickup point as orders copy it; a closed one has `isActive: false`. */
export type PickUp = PickUpPoint;

/** The cache tag of everything that shows pickup points. */
const pickUpsTag = 'pickUps';

/** The dependencies of delivery. */
interface DeliveryOptions {
  readonly country: CountryProfile;
  /** Whether an order of any state refers to the point; called while the point is locked against new references. */
  isPickUpUsed(tx: Tx, id: number): Promise<boolean>;
}

type Written = CallInput<typeof deliveryCalls.createPickUp>['body'];

/** Adds a point. Also used by imports. */
export async function addPickUp(tx: Tx, country: CountryProfile, point: Written): Promise<PickUp> {
  const added = await insertPickUp(tx, country.code, checked(country, point));
  await dropCached(tx, [pickUpsTag]);
  return added;
}

/** Checks that the region is the country's and the place lies within its box (docs/rules.md#country). */
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
  if (regionName === undefined || Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
  return { ...point, regionName, isActive: isActive ?? null };
}

/** Deletes the point, or closes it if orders refer to it; returns which, and its name. */
async function deleteOrClose(tx: Tx, { country, isPickUpUsed }: DeliveryOptions, id: number) {
  const name = await lockPickUp(tx, country.code, id);
  if (name === null) throw failures.notFound();
  const isUsed = await isPickUpUsed(tx, id);
  if (isUsed) await writeState(tx, country.code, id, false);
  else await removePickUp(tx, id);
  await dropCached(tx, [pickUpsTag]);
  return { isDeleted: !isUsed, name };
}

/** Handles the calls about regions, pickup points and places. */
function createHandlers(options: DeliveryOptions): Handlers<typeof deliveryCalls> {
  const { country } = options;
  const { searchPlaces, otherNames } = placesOf(country);
  return {
    ...createRateHandlers(country),
    regions: async (_, context) => {
      context.tag('regions');
      return readRegions(context.db, country.code);
    },
    pickUps: async ({ query: { IsActive: isActive, search } }, context) => {
      context.tag(pickUpsTag);
      const items = await readPickUps(context.db, { country: country.code, isActive, search, otherNames });
      return { items, count: items.length };
    },
    pickUp: async ({ params: { id } }, context) => {
      context.tag(pickUpsTag);
      const point = await readPickUp(context.db, id);
      if (point === null) throw failures.notFound();
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
        if (point === null) throw failures.notFound();
        await dropCached(tx, [pickUpsTag]);
        return point;
      });
    },
    deletePickUp: ({ query: { id } }, context) => {
      return context.transaction(async (tx) => {
        const { isDeleted, name } = await deleteOrClose(tx, options, id);
        context.note({ subject: String(id), details: { name } });
        return { isDeleted };
      });
    },
    changePickUpState: ({ query: { id, isActive } }, context) => {
      return context.transaction(async (tx) => {
        const name = await writeState(tx, country.code, id, isActive);
        if (name === null) throw failures.notFound();
        context.note({ subject: String(id), details: { name } });
        await dropCached(tx, [pickUpsTag]);
        return {};
      });
    },
    searchPlaces: async ({ query }) => searchPlaces(query),
  };
}

/** The running area. */
export type Delivery = ReturnType<typeof createDelivery>;

/** Creates the area. */
export function createDelivery(options: DeliveryOptions) {
  return {
    calls: bindCalls(deliveryCalls, createHandlers(options)),
    /** Quotes a delivery for an order. */
    quote: createQuoting(options.country),
    /** What the dearest open pickup point asks. */
    highestPickUp: createHighest(options.country),
  } satisfies Area & Record<string, unknown>;
}
