import { randomUUID } from 'node:crypto';
import { nextMonthStart } from '#app/memberships/month-starts.server.ts';
import { chargeTokenSealer } from '#app/memberships/token-sealer.server.ts';
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
