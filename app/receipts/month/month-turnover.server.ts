import { creatorsOf } from '#app/creators/creators.server.ts';
import { readTurnover, type Turnover } from '#app/ledger/turnover-store.server.ts';
import { deliveryKind, givenDeliveryKind } from '#app/orders/delivery-money.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { add, type Minor, zero } from '#base/money/money.ts';
import { eachDay, monthAfter } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';

/** The sums of a month, in minor units. Refunds and payouts are negative; `left` is all that the account gained. */
export interface MonthSums {
  readonly donations: Minor;
  readonly orders: Minor;
  readonly refunds: Minor;
  readonly commission: Minor;
  readonly payouts: Minor;
  readonly left: Minor;
}

/** The month of one creator; `creatorName` is null for what no creator has a part in: deliveries, which have a line of their own, and the rest. */
export interface MonthLine extends MonthSums {
  readonly isDelivery: boolean;
  readonly userName: string;
  readonly creatorName: string | null;
  /** Of the creator; empty: none is known. */
  readonly taxNumber: string;
}

export const noSums: MonthSums = {
  donations: zero,
  orders: zero,
  refunds: zero,
  commission: zero,
  payouts: zero,
  left: zero,
};

export function addSums(one: MonthSums, other: MonthSums): MonthSums {
  return {
    donations: add(one.donations, other.donations),
    orders: add(one.orders, other.orders),
    refunds: add(one.refunds, other.refunds),
    commission: add(one.commission, other.commission),
    payouts: add(one.payouts, other.payouts),
    left: add(one.left, other.left),
  };
}

/** The column of a kind of posting. Whatever gives money back is a refund, also of payments that came too late. */
function columnOf(kind: string): 'donations' | 'orders' | 'refunds' | 'payouts' {
  if (kind.startsWith('payout')) return 'payouts';
  if (kind.endsWith('refund')) return 'refunds';
  return kind === 'donation' ? 'donations' : 'orders';
}

function sumsOf({ kind, gross, commission, net }: Turnover): MonthSums {
  return { ...noSums, [columnOf(kind)]: gross, commission, left: net };
}

/**
 * What a posting moved, by line: what a creator passes on for the delivery of a given piece is taken from his line and stands with the deliveries that
 * buyers pay. It is no commission of his.
 */
function sidesOf(moved: Turnover): readonly Turnover[] {
  const { kind, commission, net } = moved;
  if (!kind.startsWith(givenDeliveryKind)) return [moved];
  const delivered = { accountId: null, personId: null, kind, gross: commission, commission, net: zero };
  return [{ ...moved, gross: net, commission: zero }, delivered];
}

const isOfDelivery = ({ accountId, kind }: Turnover): boolean =>
  accountId === null && (kind.startsWith(deliveryKind) || kind.startsWith(givenDeliveryKind));

/** When the days of a month begin in a time zone, and last, when the next month does. `month`: `YYYY-MM`. */
function daysOf(month: string, timeZone: string): Date[] {
  const first = `${month}-01`;
  return eachDay({ from: first, to: monthAfter(first, 1) }).map((day) => startOfDay(day, timeZone));
}

interface AccountMonth {
  readonly personId: string | null;
  readonly isDelivery: boolean;
  readonly sums: MonthSums;
}

/** Reads a month day by day, so that no statement takes long however many postings it has. */
async function readAccounts(db: Queryable, month: string, timeZone: string): Promise<AccountMonth[]> {
  const accounts = new Map<string, AccountMonth>();
  const days = daysOf(month, timeZone);
  for (const [index, from] of days.entries()) {
    const to = days[index + 1];
    if (to === undefined) break;
    for (const moved of (await readTurnover(db, { from, to })).flatMap(sidesOf)) {
      const { accountId, personId } = moved;
      const isDelivery = isOfDelivery(moved);
      const key = accountId ?? (isDelivery ? deliveryKind : '');
      const sums = addSums(accounts.get(key)?.sums ?? noSums, sumsOf(moved));
      accounts.set(key, { personId, isDelivery, sums });
    }
  }
  return [...accounts.values()];
}

const namedAtOnce = 200;

/** The month of all creators who had any movement, a batch at a time, named. */
export async function* monthLines(
  db: Queryable,
  { month, timeZone }: { readonly month: string; readonly timeZone: string },
): AsyncGenerator<MonthLine[]> {
  const accounts = await readAccounts(db, month, timeZone);
  for (let at = 0; at < accounts.length; at += namedAtOnce) {
    const batch = accounts.slice(at, at + namedAtOnce);
    const creators = await creatorsOf(
      db,
      batch.flatMap(({ personId }) => personId ?? []),
    );
    yield batch.map(({ personId, isDelivery, sums }) => {
      const project = personId === null ? undefined : creators.get(personId)?.project;
      const creatorName = personId === null ? null : (project?.displayName ?? '');
      const { userName = '', taxNumber } = project ?? {};
      return { userName, creatorName, taxNumber: taxNumber ?? '', isDelivery, ...sums };
    });
  }
}
