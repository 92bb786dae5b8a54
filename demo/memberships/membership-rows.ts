import type { MembershipState } from '#app/memberships/membership-state.ts';
import { calendarMonth } from '#app/memberships/month-starts.server.ts';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoLevel, DemoMembership, RefusedMonth } from './memberships.ts';

const insertLevel = statement(`
  insert into membership_level (id, project_id, name, amount, words, benefits, link, discount_percent, place)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

const insertMembership = statement(`
  insert into membership (id, project_id, person_id, level_id, amount, level_amount, name, is_anonymous, system, token_sealed, card_mask,
    card_expiry, anchor_at, time_zone, state, months, paid_sum, last_paid_at, since, paid_until, due_at, created_at)
  values ($1, $2, $3, $4, $5, $5, $6, false, 'gateway', $7, '8600 06** **** 0106', '1230', $8, $9, $14, $10, $11, $12, $8, $13, $15,
    $8)`);

const insertCharge = statement(`
  insert into membership_charge (membership_id, month, donation_id, amount, state, paid_at, created_at)
  values ($1, $2, $3, $4, 'Paid', $5, $5)`);

const addToMonth = statement(`
  insert into membership_month as total (project_id, month, recurring, charges, started) values ($1, $2, $3, 1, $4)
  on conflict (project_id, month) do update set recurring = total.recurring + excluded.recurring,
    charges = total.charges + 1, started = total.started + excluded.started`);

const insertRefused = statement(`
  insert into membership_charge (membership_id, month, donation_id, amount, state, tries, refusal, created_at)
  values ($1, $2, $3, $4, $5, $6, 'InsufficientFunds', $7)`);

function stateOf({ refused }: DemoMembership): MembershipState {
  if (refused === null) return 'Active';
  return refused.nextAt === null ? 'Paused' : 'Overdue';
}

async function addRefused(tx: Tx, membershipId: string, { donation, nextAt }: RefusedMonth): Promise<void> {
  const { id, month, amount, tries, createdAt } = donation;
  const state = nextAt === null ? 'Failed' : 'Waiting';
  await tx.run(insertRefused, [membershipId, month, id, amount, state, tries.length, createdAt]);
}

async function addMembership(tx: Tx, membership: DemoMembership, token: Buffer, timeZone: string): Promise<void> {
  const { id, level, personId, name, anchorAt, paidUntil, starts, donations, refused } = membership;
  const sum = donations.reduce((total, { amount }) => total + amount, 0);
  await tx.run(insertMembership, [
    id,
    level.projectId,
    personId,
    level.id,
    level.amount,
    name,
    token,
    anchorAt,
    timeZone,
    donations.length,
    sum,
    starts.at(-1),
    paidUntil,
    stateOf(membership),
    refused === null ? paidUntil : refused.nextAt,
  ]);
  if (refused !== null) await addRefused(tx, id, refused);
  for (const [index, donation] of donations.entries()) {
    await tx.run(insertCharge, [id, index + 1, donation.id, donation.amount, donation.paidAt]);
    const month = calendarMonth(donation.paidAt, timeZone);
    await tx.run(addToMonth, [level.projectId, month, donation.amount, index === 0 ? 1 : 0]);
  }
}

/** Inserts levels and memberships; their donations are inserted with all others. The gateway does not know their cards. */
export async function addMemberships(
  tx: Tx,
  { levels, memberships }: { readonly levels: readonly DemoLevel[]; readonly memberships: readonly DemoMembership[] },
  { secret, timeZone }: { readonly secret: string; readonly timeZone: string },
): Promise<void> {
  for (const { id, projectId, name, amount, words, benefits, link, discountPercent, place } of levels) {
    await tx.run(insertLevel, [id, projectId, name, amount, words, benefits, link, discountPercent, place]);
  }
  const token = chargeTokenSealer(secret).seal('demo');
  for (const membership of memberships) await addMembership(tx, membership, token, timeZone);
}
