import { createHash } from 'node:crypto';
import type { CountryProfile } from '#app/country.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput, CallResult } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { dayIn } from '#base/text/days.ts';
import { ratesChanged } from '../delivery-failures.ts';
import type { deliveryRatesCalls } from '../delivery-rates.calls.ts';
import { type DeliveryPlace, type DeliveryQuote, type DeliveryRate, quoteOf } from '../delivery-rates.ts';
import { keepPoints, lockRates, readRateRows, writeRates } from './rates-store.server.ts';

type Country = Pick<CountryProfile, 'code' | 'regions' | 'timeZone'>;

async function readRates(db: Queryable, country: string): Promise<DeliveryRate[]> {
  const rows = await readRateRows(db, country);
  return rows.map(({ price, freeFrom, ...rate }) => ({
    ...rate,
    price: minor(price),
    freeFrom: freeFrom === null ? null : minor(freeFrom),
  }));
}

/** Makes the function that quotes deliveries of a country. */
export function createQuoting({ code, timeZone }: Country) {
  return async (db: Queryable, place: DeliveryPlace, items: Minor): Promise<DeliveryQuote> =>
    quoteOf(await readRates(db, code), place, { items, today: dayIn(timeZone, new Date()) });
}

/** Without names and in an order without them: a pickup point that is renamed or moved changes no price. */
function versionOf(rates: readonly DeliveryRate[]): string {
  const priced = rates.map(({ regionName, pickupPointName, ...rate }) => rate);
  const ordered = priced.toSorted((one, other) => (one.pickupPointId ?? 0) - (other.pickupPointId ?? 0));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url').slice(0, 22);
}

async function answerRates(
  db: Queryable,
  { code, timeZone }: Country,
): Promise<CallResult<typeof deliveryRatesCalls.rates>> {
  const items = await readRates(db, code);
  return { items, today: dayIn(timeZone, new Date()), version: versionOf(items) };
}

type Written = CallInput<typeof deliveryRatesCalls.changeRates>['body']['items'];

/** Refuses regions and pickup points that are not the country's; the points that stay cannot be deleted until the transaction ends. */
async function refuseForeign(tx: Tx, items: Written, { code, regions }: Country): Promise<void> {
  const named = items.flatMap(({ pickupPointId }) => (pickupPointId === null ? [] : [pickupPointId]));
  const points = named.length === 0 ? null : await keepPoints(tx, code, named);
  const fields: Record<string, string> = {};
  for (const [at, { regionId, pickupPointId }] of items.entries()) {
    if (regionId !== null && !regions.some(({ id }) => id === regionId)) {
      fields[`items.${at}.regionId`] = 'Выберите регион из списка';
    }
    if (pickupPointId !== null && !points?.has(pickupPointId)) {
      fields[`items.${at}.pickupPointId`] = 'Такого пункта выдачи нет: возможно, его удалили';
    }
  }
  if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
}

/** A default that is free and promises no day is the same as none. */
function saysSomething({ regionId, pickupPointId, price, freeFrom, daysFrom }: Written[number]): boolean {
  return regionId !== null || pickupPointId !== null || price > 0 || freeFrom !== null || daysFrom !== null;
}

/** Handles the calls about the prices of delivery. */
export function createRateHandlers(country: Country): Handlers<typeof deliveryRatesCalls> {
  return {
    rates: (_, context) => answerRates(context.db, country),
    changeRates: ({ body: { version, items } }, context) =>
      context.transaction(async (tx) => {
        await lockRates(tx);
        // First: whoever deletes a point changes the prices, too.
        if (versionOf(await readRates(tx, country.code)) !== version) throw ratesChanged();
        await refuseForeign(tx, items, country);
        await writeRates(tx, country.code, items.filter(saysSomething));
        return answerRates(tx, country);
      }),
  };
}
