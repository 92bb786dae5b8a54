import type { CountryProfile } from '#app/country.ts';
import type { DeliveryRate } from '#app/delivery/delivery-rates.ts';
import { lockRates, writeRates } from '#app/delivery/rates/rates-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';

/** What delivery costs and how long it takes; amounts in main units of the country's currency. */
interface Terms {
  readonly price: number;
  readonly freeFrom: number | null;
  readonly days: readonly [from: number, to: number];
}

interface CountryPrices {
  readonly pickUp: Readonly<Record<string, Terms>>;
  readonly address: Readonly<Record<string, Terms>>;
  /** Of the pickup points by their place in the list. */
  readonly points: Readonly<Record<number, Terms>>;
}

const far = { price: 18_000, freeFrom: 400_000, days: [2, 4] } as const;

/** By the names of regions; elsewhere delivery is free, and no day is promised. */
const prices: Readonly<Record<string, CountryPrices>> = {
  uz: {
    pickUp: {
      'город Ташкент': { price: 0, freeFrom: null, days: [1, 2] },
      'Самаркандская область': far,
      'Бухарская область': far,
      'Ферганская область': { price: 15_000, freeFrom: 400_000, days: [2, 3] },
      'Республика Каракалпакстан': { price: 28_000, freeFrom: 600_000, days: [3, 6] },
    },
    address: {
      'Самаркандская область': { price: 30_000, freeFrom: 600_000, days: [2, 4] },
      'Республика Каракалпакстан': { price: 45_000, freeFrom: null, days: [4, 7] },
    },
    points: {
      // At the station: open day and night, and reached by the first van.
      5: { price: 12_000, freeFrom: null, days: [1, 1] },
    },
  },
};

function ratesOf(way: DeliveryRate['way'], named: Readonly<Record<string, Terms>>, { regions }: CountryProfile) {
  return Object.entries(named).map(([name, terms]) => {
    const region = regions.find((one) => one.name === name);
    if (region === undefined) throw new Error(`the country has no region ${name}`);
    return { way, regionId: region.id, ...inMinor(terms) };
  });
}

const inMinor = ({ price, freeFrom, days: [daysFrom, daysTo] }: Terms) => ({
  price: fromMain(price),
  freeFrom: freeFrom === null ? null : fromMain(freeFrom),
  daysFrom,
  daysTo,
});

/** Sets what delivery to some regions and to one pickup point costs; `pickUps`: the ids of the open points, in order. */
export async function addDeliveryPrices(tx: Tx, country: CountryProfile, pickUps: readonly number[]): Promise<void> {
  const found = prices[country.code];
  if (found === undefined) return;
  await lockRates(tx);
  await writeRates(tx, country.code, {
    items: [...ratesOf('pickUp', found.pickUp, country), ...ratesOf('address', found.address, country)],
    points: Object.entries(found.points).flatMap(([at, terms]) => {
      const pickupPointId = pickUps[Number(at)];
      return pickupPointId === undefined ? [] : [{ pickupPointId, ...inMinor(terms) }];
    }),
  });
}
