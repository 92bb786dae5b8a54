import { v7 as uuidV7 } from 'uuid';
import type { CountryProfile } from '#app/country.ts';
import { payoutsAccount, providerAccount } from '#app/ledger/ledger.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoPerson } from './people.ts';
import { insertPostings } from './posting-rows.ts';

interface World {
  readonly admin: DemoPerson;
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly country: Pick<CountryProfile, 'timeZone'>;
  readonly now: Date;
}

/** A payout of a share of what its creator had by then. */
interface DemoPayout {
  readonly userName: string;
  readonly daysAgo: number;
  readonly share: number;
  readonly card: string;
  /** How many hours later it was decided; absent: it waits. */
  readonly decidedAfter?: number;
  /** The admin who declines it says so. */
  readonly reason?: string;
}

/** From the oldest: each leaves less on the account for the next. */
const payouts: readonly DemoPayout[] = [
  { userName: 'dilnoza', daysAgo: 61, share: 0.7, card: '8600 •••• •••• 4417', decidedAfter: 5 },
  { userName: 'timur.plays', daysAgo: 54, share: 0.6, card: '9860 •••• •••• 0932', decidedAfter: 21 },
  { userName: 'oltin.dutor', daysAgo: 47, share: 0.5, card: '8600 •••• •••• 7710', decidedAfter: 4 },
  { userName: 'dilnoza', daysAgo: 33, share: 0.6, card: '8600 •••• •••• 4417', decidedAfter: 19 },
  {
    userName: 'kechki_suhbat',
    daysAgo: 29,
    share: 0.5,
    card: '9860 •••• •••• 3358',
    decidedAfter: 3,
    reason: 'Банк не нашёл карту. Проверьте номер и попросите ещё раз.',
  },
  { userName: 'kechki_suhbat', daysAgo: 28, share: 0.5, card: '9860 •••• •••• 3385', decidedAfter: 6 },
  { userName: 'madina_chizadi', daysAgo: 19, share: 0.6, card: '8600 •••• •••• 2206', decidedAfter: 25 },
  { userName: 'timur.plays', daysAgo: 12, share: 0.5, card: '9860 •••• •••• 0932', decidedAfter: 7 },
  { userName: 'dilnoza', daysAgo: 8, share: 0.5, card: '8600 •••• •••• 4417', decidedAfter: 4 },
  { userName: 'nodira.suzani', daysAgo: 2, share: 0.5, card: '8600 •••• •••• 9034' },
  { userName: 'timur.plays', daysAgo: 1, share: 0.3, card: '9860 •••• •••• 0932' },
];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Sums are round. */
const step = 1_000_000;

const balanceAt = statement<{ balance: number }>(`
  select coalesce(sum(e.amount), 0)::bigint as balance
  from entry e join posting o on o.id = e.posting_id where e.account_id = $1 and o.created_at < $2`);

const insert = statement(`
  insert into payout (id, person_id, account_id, amount, card_mask, state, bank_reference, reason, decided_by, decided_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`);

const numberAct = statement(`
  with counted as (
    insert into payout_act_counter as c (year, last) values (extract(year from $2::timestamptz at time zone $3::text)::integer, 1)
    on conflict (year) do update set last = c.last + 1 returning year, last
  )
  update payout set act_year = counted.year, act_number = counted.last from counted where id = $1`);

interface Move {
  /** The same as in real rows. */
  readonly kind: 'payout' | 'payout-return' | 'payout-paid';
  readonly at: Date;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

async function move(tx: Tx, payoutId: string, { kind, at, from, to, amount }: Move): Promise<void> {
  const sides = [
    { accountId: from, amount: -amount },
    { accountId: to, amount },
  ];
  await insertPostings(tx, [{ kind, reference: payoutId, at, sides }]);
}

function stateOf({ decidedAfter, reason }: DemoPayout) {
  if (decidedAfter === undefined) return 'Requested';
  return reason === undefined ? 'Paid' : 'Declined';
}

async function addPayout(tx: Tx, payout: DemoPayout, at: number, { admin, creators, country, now }: World) {
  const creator = creators.get(payout.userName);
  if (creator === undefined) throw new Error(`the demo world has no creator ${payout.userName}`);
  const { userId, accountId } = creator;
  const { daysAgo, share, card, decidedAfter, reason = null } = payout;
  // In the working hours of the country.
  const midnight = Math.floor((now.getTime() - daysAgo * day) / day) * day;
  const askedAt = new Date(midnight + (5 + (at % 4)) * hour + at * 4 * minute);
  const [account] = await tx.run(balanceAt, [accountId, askedAt.toISOString()]);
  const amount = Math.floor(((account?.balance ?? 0) * share) / step) * step;
  if (amount === 0) return;
  const decidedAt = decidedAfter === undefined ? null : new Date(askedAt.getTime() + decidedAfter * hour);
  const state = stateOf(payout);
  const reference = state === 'Paid' ? `ПП-${String(204 + at * 13)}` : null;
  const id = uuidV7({ msecs: askedAt.getTime() });
  const by = decidedAt === null ? null : admin.userId;
  const decided = decidedAt?.toISOString() ?? null;
  const asked = askedAt.toISOString();
  await tx.run(insert, [id, userId, accountId, amount, card, state, reference, reason, by, decided, asked]);
  await move(tx, id, { kind: 'payout', at: askedAt, from: accountId, to: payoutsAccount, amount });
  if (decidedAt === null) return;
  if (state === 'Declined') {
    await move(tx, id, { kind: 'payout-return', at: decidedAt, from: payoutsAccount, to: accountId, amount });
    return;
  }
  await move(tx, id, { kind: 'payout-paid', at: decidedAt, from: payoutsAccount, to: providerAccount, amount });
  await tx.run(numberAct, [id, decided, country.timeZone]);
}

/** Adds payouts of the past two months: most are paid, one was declined, two wait. Comes after everything that brings money. */
export async function addPayouts(tx: Tx, world: World): Promise<void> {
  for (const [at, payout] of payouts.entries()) await addPayout(tx, payout, at, world);
}
