import { randomUUID } from 'node:crypto';
import { nextMonthStart } from '#app/memberships/month-starts.server.ts';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { monthlyCards } from '#test/support/money/membership-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

export type CardKind = Exclude<keyof typeof monthlyCards, 'code' | 'declined'>;

/** A membership as the torture expects it to go on. */
export interface ModelledMembership {
  readonly id: string;
  readonly kind: CardKind;
  timeZone: string;
  anchorAt: Date;
  paidUntil: Date;
  /** When the next try is due; null: it is paused. */
  dueAt: Date | null;
  months: number;
  tries: number;
}

const kinds: readonly CardKind[] = ['good', 'good', 'good', 'lost', 'refusedTwice', 'refused', 'expired'];
const zones = ['Asia/Tashkent', 'Europe/Berlin', 'America/New_York', 'Africa/Casablanca', 'UTC'];
const day = 86_400_000;

const any = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

const insert = `
  insert into membership (id, project_id, person_id, amount, name, is_anonymous, system, token_sealed, card_mask, card_expiry, anchor_at,
    time_zone, state, months, since, paid_until, due_at, created_at)
  values ($1, $2, $3, 1000000, 'Донор', false, 'gateway', $4, '8600 00** **** 0000', '1290', $5, $6, 'Active', 1, $5, $7, $7, $5)`;

/** Makes members whose first month was paid in the month after `start`. `tokens`: of the test cards. */
export async function makeMembers(
  db: Database,
  count: number,
  {
    creators,
    tokens,
    start,
  }: { creators: readonly SignedIn[]; tokens: Readonly<Record<CardKind, string>>; start: Date },
): Promise<ModelledMembership[]> {
  const sealer = chargeTokenSealer(testSecrets.jwt);
  const made: ModelledMembership[] = [];
  while (made.length < count) {
    const kind = kinds[made.length % kinds.length] ?? 'good';
    const { userId } = await signIn(db, testSecrets.jwt);
    const timeZone = any(zones);
    const anchorAt = new Date(start.getTime() + Math.floor(Math.random() * 31 * day));
    const paidUntil = nextMonthStart({ at: anchorAt, timeZone }, anchorAt);
    const id = randomUUID();
    const values = [id, any(creators).projectId, userId, sealer.seal(tokens[kind]), anchorAt, timeZone, paidUntil];
    await db.pool.query(insert, values);
    made.push({ id, kind, timeZone, anchorAt, paidUntil, dueAt: paidUntil, months: 1, tries: 0 });
  }
  return made;
}

function pay(model: ModelledMembership, now: Date): void {
  const { timeZone } = model;
  const end = nextMonthStart({ at: model.anchorAt, timeZone }, model.paidUntil);
  if (end <= now) model.anchorAt = now;
  model.paidUntil = end > now ? end : nextMonthStart({ at: now, timeZone }, now);
  model.dueAt = model.paidUntil;
  model.months += 1;
  model.tries = 0;
}

/** What becomes of a membership when all that is due at `now` has happened (docs/rules.md#memberships). */
export function stepModel(model: ModelledMembership, now: Date): void {
  if (model.dueAt === null || model.dueAt > now) return;
  const { kind, tries } = model;
  const isRefused = kind === 'refused' || kind === 'expired' || (kind === 'refusedTwice' && tries < 2);
  if (!isRefused) {
    pay(model, now);
    return;
  }
  model.tries = tries + 1;
  model.dueAt = tries === 2 ? null : new Date(now.getTime() + (tries === 0 ? 3 : 4) * day);
}

interface BookedPayment {
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
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
  books: readonly BookedPayment[],
) {
  const { rows } = await db.pool.query<StoredRow>(stored);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wrong = models.flatMap((model) => differenceOf(model, byId.get(model.id)) ?? []);
  const blamed = await wronglyBlamed(db, models);
  const charges = await db.pool.query<{ id: string; month: number; state: string }>(
    'select donation_id as id, month, state from membership_charge',
  );
  const own = new Map(charges.rows.map(({ id, state }) => [id, state]));
  const paidThere = books.filter(({ reference, status }) => own.has(reference) && status === 'paid');
  const references = paidThere.map(({ reference }) => reference);
  const twice = references.filter((reference, index) => references.indexOf(reference) !== index);
  const notBooked = references.filter((reference) => own.get(reference) !== 'Paid');
  const paidHere = charges.rows.filter(({ state }) => state === 'Paid').map(({ id }) => id);
  const there = new Set(references);
  const notThere = paidHere.filter((id) => !there.has(id));
  const sums = await db.pool.query<{ posted: string; difference: string }>(`
    select sum(-balance) filter (where kind = 'provider') as posted, sum(balance) as difference from account_balance`);
  const provider = books.filter(({ status }) => status === 'paid').reduce((sum, { amount }) => sum + amount, 0);
  const posted = Number(sums.rows[0]?.posted);
  const isBalanced = posted === provider && Number(sums.rows[0]?.difference) === 0;
  // The first month is paid by the donor, the others are charged.
  const paid = charges.rows.filter(({ id, month }) => month > 1 && there.has(id)).length;
  const expectedPaid = models.reduce((sum, { months }) => sum + months - 1, 0);
  return { wrong, blamed, twice, notBooked, notThere, paid, expectedPaid, posted, provider, isBalanced };
}
