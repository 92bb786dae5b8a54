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
import { keepPoints, lockRates, readHighest, readRateRows, writeRates } from './rates-store.server.ts';

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

/** Makes the function that says what the dearest open pickup point asks of items of some sum; null: none is open. */
export function createHighest({ code }: Pick<Country, 'code'>) {
  return async (db: Queryable, items: Minor): Promise<Minor | null> => {
    const price = await readHighest(db, code, items);
    return price === null ? null : minor(price);
  };
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
  const rates = await readRates(db, code);
  return {
    items: rates.flatMap(({ pickupPointId, pickupPointName, ...rate }) => (pickupPointId === null ? [rate] : [])),
    points: rates.flatMap(({ way, regionId, regionName, pickupPointId, pickupPointName, ...terms }) =>
      pickupPointId === null ? [] : [{ pickupPointId, pickupPointName: pickupPointName ?? '', ...terms }],
    ),
    today: dayIn(timeZone, new Date()),
    version: versionOf(rates),
  };
}

type Written = CallInput<typeof deliveryRatesCalls.changeRates>['body'];

/** Refuses regions that are not the country's. */
function refuseForeign(items: Written['items'], { regions }: Country): void {
  const fields = items.flatMap(({ regionId }, at) =>
    regionId === null || regions.some(({ id }) => id === regionId)
      ? []
      : [[`items.${at}.regionId`, 'Выберите регион из списка'] as const],
  );
  if (fields.length > 0) throw failures.validationFailed({ fields: Object.fromEntries(fields) });
}

/** Refuses pickup points that are not the country's; the others cannot be deleted until the transaction ends. */
async function refuseMissing(tx: Tx, points: Written['points'], { code }: Country): Promise<void> {
  if (points.length === 0) return;
  const kept = await keepPoints(
    tx,
    code,
    points.map(({ pickupPointId }) => pickupPointId),
  );
  const fields = points.flatMap(({ pickupPointId }, at) =>
    kept.has(pickupPointId)
      ? []
      : [[`points.${at}.pickupPointId`, 'Такого пункта выдачи нет: возможно, его удалили'] as const],
  );
  if (fields.length > 0) throw failures.validationFailed({ fields: Object.fromEntries(fields) });
}

/** A default that is free and promises no day is the same as none. */
function saysSomething({ regionId, price, freeFrom, daysFrom }: Written['items'][number]): boolean {
  return regionId !== null || price > 0 || freeFrom !== null || daysFrom !== null;
}

/** Handles the calls about the prices of delivery. */
export function createRateHandlers(country: Country): Handlers<typeof deliveryRatesCalls> {
  return {
    rates: (_, context) => answerRates(context.db, country),
    changeRates: ({ body: { version, items, points } }, context) => {
      refuseForeign(items, country);
      return context.transaction(async (tx) => {
        await lockRates(tx);
        // First: whoever deletes a point changes the prices, too.
        if (versionOf(await readRates(tx, country.code)) !== version) throw ratesChanged();
        await refuseMissing(tx, points, country);
        await writeRates(tx, country.code, { items: items.filter(saysSomething), points });
        return answerRates(tx, country);
      });
    },
  };
}
