import { z } from 'zod';
import type { Database } from '#base/db/db.server.ts';
import type { ProviderBook } from '#test/load/server-fleet.ts';
import type { paymeCardStandIn } from '#test/support/money/payme-card-caller.ts';
import { type ModelledMembership, monthlyAmount } from './membership-world.ts';

/** A payment in the books of a system that was paid there. */
interface PaidThere {
  readonly reference: string;
  readonly amount: number;
}

type PaymeBooks = Awaited<ReturnType<ReturnType<typeof paymeCardStandIn>['read']>>;

/** What each month's receipt at Payme says is sold. */
export const monthItem = { code: '10305008002000001', packageCode: '1501', unit: '796', vat: 12 } as const;

const receiptDetail = z.object({
  items: z.tuple([
    z.object({
      title: z.literal('Поддержка автора'),
      price: z.literal(monthlyAmount),
      count: z.literal(1),
      code: z.literal(monthItem.code),
      package_code: z.literal(monthItem.packageCode),
      vat_percent: z.literal(monthItem.vat),
    }),
  ]),
});

const paidState = 4;

/** Payme's paid receipts as payments of months, and those that were charged otherwise than once or name something else. */
async function readPaidReceipts(db: Database, receipts: PaymeBooks) {
  const { rows } = await db.pool.query<{ account: string; reference: string }>(
    `select provider_id as account, reference from payment where system = 'payme-card'`,
  );
  const references = new Map(rows.map(({ account, reference }) => [account, reference]));
  const paid = receipts.filter(({ state }) => state === paidState);
  const wrong = paid.filter(({ charges, detail }) => charges !== 1 || !receiptDetail.safeParse(detail).success);
  return {
    paid: paid.map(({ account, amount }) => ({ reference: references.get(account) ?? account, amount })),
    wrong,
  };
}

/** The paid payments with cards by Payme that have not exactly one fiscal receipt, of the payment alone. */
export async function readUnregistered(db: Database): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string; receipts: string }>(`
    select p.id, count(f.kind) as receipts from payment p left join payment_fiscal_receipt f on f.payment_id = p.id
    where p.system = 'payme-card' and p.status = 'Paid'
    group by p.id having count(f.kind) <> 1 or min(f.kind) <> 'Paid'`);
  return rows.map(({ id, receipts }) => `${id} has ${receipts} fiscal receipts`);
}

interface StoredRow {
  readonly id: string;
  readonly state: string;
  readonly months: number;
  readonly tries: number | null;
  readonly charge: string | null;
  readonly due: Date | null;
}

const stored = `
  select m.id, m.state, m.months, c.tries, c.state as charge, m.due_at as due
  from membership m left join membership_charge c on c.membership_id = m.id and c.month = m.months + 1`;

function differenceOf(model: ModelledMembership, row: StoredRow | undefined): string | null {
  if (row === undefined) return `${model.id} is missing`;
  const expected = `${model.months} months, due ${model.dueAt?.toISOString() ?? 'never'}, tries ${model.tries}`;
  const tries = row.charge === null ? 0 : (row.tries ?? 0);
  const seen = `${row.months} months, due ${row.due?.toISOString() ?? 'never'}, tries ${tries}`;
  const isPaused = row.state === 'Paused' && row.charge === 'Failed';
  const isAccounted = model.dueAt === null ? isPaused : row.state === 'Active' || row.state === 'Overdue';
  return expected === seen && isAccounted ? null : `${model.kind} ${row.state}: ${seen}; expected ${expected}`;
}

interface PaidRow {
  readonly id: string;
  readonly month: number;
  readonly tries: number;
}

/** Paid months that count more or fewer refused tries than their card was refused. */
async function wronglyBlamed(db: Database, models: readonly ModelledMembership[]): Promise<string[]> {
  const { rows } = await db.pool.query<PaidRow>(
    `select membership_id as id, month, tries from membership_charge where state = 'Paid' and month > 1`,
  );
  const refusals = new Map(models.map(({ id, kind }) => [id, kind === 'refusedTwice' ? 2 : 0]));
  return rows.flatMap(({ id, month, tries }) =>
    tries === refusals.get(id) ? [] : [`month ${month} of ${id} counts ${tries} refusals`],
  );
}

/** Compares the database with the model, and the books of both sides; empty lists are as promised. */
export async function membershipEvidence(
  db: Database,
  models: readonly ModelledMembership[],
  books: {
    readonly gateway: readonly ProviderBook[];
    readonly payme: PaymeBooks;
    /** Calls of Payme that were answered differently when they were repeated. */
    readonly unequal: readonly string[];
  },
) {
  const { rows } = await db.pool.query<StoredRow>(stored);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong = models.flatMap((model) => differenceOf(model, byId.get(model.id)) ?? []);
  const blamed = await wronglyBlamed(db, models);
  const charges = await db.pool.query<{ id: string; month: number; state: string }>(
    'select donation_id as id, month, state from membership_charge',
  );
  const own = new Map(charges.rows.map(({ id, state }) => [id, state]));
  const receipts = await readPaidReceipts(db, books.payme);
  const unregistered = await readUnregistered(db);
  const paidThere: readonly PaidThere[] = [
    ...books.gateway.filter(({ status }) => status === 'paid'),
    ...receipts.paid,
  ];
  const references = paidThere.flatMap(({ reference }) => (own.has(reference) ? [reference] : []));
  const there = new Set<string>();
  const twice = references.filter((reference) => there.size === there.add(reference).size);
  const notBooked = references.filter((reference) => own.get(reference) !== 'Paid');
  const paidHere = charges.rows.filter(({ state }) => state === 'Paid').map(({ id }) => id);
  const notThere = paidHere.filter((id) => !there.has(id));
  const sums = await db.pool.query<{ posted: string; difference: string }>(`
    select sum(-balance) filter (where kind = 'provider') as posted, sum(balance) as difference from account_balance`);
  const provider = paidThere.reduce((sum, { amount }) => sum + amount, 0);
  const posted = Number(sums.rows[0]?.posted);
  const isBalanced = posted === provider && Number(sums.rows[0]?.difference) === 0;
  // The first month is paid by the donor, the others are charged.
  const paid = charges.rows.filter(({ id, month }) => month > 1 && there.has(id)).length;
  const expectedPaid = models.reduce((sum, { months }) => sum + months - 1, 0);
  return {
    faults: {
      wrong,
      blamed,
      twice,
      notBooked,
      notThere,
      'wrong receipts': receipts.wrong,
      unregistered,
      unequal: books.unequal,
    },
    paid,
    receipts: receipts.paid.length,
    expectedPaid,
    posted,
    provider,
    isBalanced,
  };
}
