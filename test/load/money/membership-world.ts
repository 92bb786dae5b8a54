import { randomUUID } from 'node:crypto';
import { nextMonthStart } from '#app/memberships/month-starts.server.ts';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { monthlyCards } from '#test/support/money/membership-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

export type GatewayCard = Exclude<keyof typeof monthlyCards, 'code' | 'declined'>;

/** `payme`: a card by Payme that pays; `paymePoor`: one without money. The others are the gateway's. */
export type CardKind = GatewayCard | 'payme' | 'paymePoor';

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

const kinds: readonly CardKind[] = [
  'good',
  'payme',
  'good',
  'lost',
  'payme',
  'refusedTwice',
  'refused',
  'payme',
  'expired',
  'paymePoor',
];
const refusedKinds: readonly CardKind[] = ['refused', 'expired', 'paymePoor'];
const isByPayme = (kind: CardKind) => kind === 'payme' || kind === 'paymePoor';
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
  values ($1, $2, $3, $9, 'Донор', false, $8, $4, '8600 00** **** 0000', '1290', $5, $6, 'Active', 1, $5, $7, $7, $5)`;

/** What each gives a month. */
export const monthlyAmount = 1_000_000;

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
    const token = sealer.seal(tokens[kind]);
    const system = isByPayme(kind) ? 'payme-card' : 'gateway';
    const { projectId } = any(creators);
    const values = [id, projectId, userId, token, anchorAt, timeZone, paidUntil, system, monthlyAmount];
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
  const isRefused = refusedKinds.includes(kind) || (kind === 'refusedTwice' && tries < 2);
  if (!isRefused) {
    pay(model, now);
    return;
  }
  model.tries = tries + 1;
  model.dueAt = tries === 2 ? null : new Date(now.getTime() + (tries === 0 ? 3 : 4) * day);
}
