import { randomUUID } from 'node:crypto';
import { findProjectByName, findProjects, type Project } from '#app/creators/creators.server.ts';
import type { Donations } from '#app/donations/donations.server.ts';
import { paymentProviderUnavailable } from '#app/payments/payment-failures.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import { insertCard, readCardOf } from '../charging/cards-store.server.ts';
import { chargeAgain, type SavingCards } from '../charging/saving-cards.server.ts';
import type { Clock } from '../clock.server.ts';
import { type EndingDeps, endMembership } from '../endings.server.ts';
import { type LevelRow, readLevel, readLevelsOf, shownLevel } from '../levels-store.server.ts';
import { membershipMoved, priceChanged } from '../membership-failures.ts';
import { noticeOf } from '../membership-notices.ts';
import { isEnjoyed, isNewPrice, left, nextChargeOf, stayed } from '../membership-steps.server.ts';
import { type MembershipRow, readMembership, saveMembership } from '../membership-store.server.ts';
import { agreedTerms, comingTerms, withPrice } from '../membership-terms.ts';
import type { ownMembershipsCalls } from '../own-memberships.calls.ts';
import { changeTerms } from './change-terms.server.ts';
import { readCharges } from './charges-store.server.ts';
import { lockOwn } from './lock-own.server.ts';
import { type OwnMembershipRow, readOwnMemberships } from './own-memberships-store.server.ts';

export interface OwnDeps extends EndingDeps {
  readonly payments: Pick<Payments, 'charges'>;
  readonly clock: Clock;
  readonly cards: SavingCards;
  readonly createDonation: Donations['create'];
}

const cardChanges: Budget = {
  name: 'membership-card',
  points: 10,
  seconds: 3_600,
  message: 'Не больше 10 смен карты в час. Подождите немного',
};

const cardQuestions: Budget = {
  name: 'membership-card-state',
  points: 120,
  seconds: 60,
  message: 'Слишком много вопросов о карте. Подождите минуту',
};

const resuming: Budget = {
  name: 'membership-resume',
  points: 10,
  seconds: 3_600,
  message: 'Не больше 10 попыток в час. Проверьте карту или подождите немного',
};

const cardOf = ({ cardMask: mask, cardExpiry: expiry }: MembershipRow) =>
  mask === null || expiry === null ? null : { mask, expiry };

interface Around {
  readonly projects: ReadonlyMap<string, Project>;
  readonly levels: ReadonlyMap<string, LevelRow>;
  readonly now: Date;
}

function nextOf(row: MembershipRow, levels: Around['levels']) {
  const coming = comingTerms(row);
  if (coming === null) return null;
  const level = levels.get(coming.levelId ?? '');
  return { amount: minor(coming.amount), level: level === undefined ? null : shownLevel(level) };
}

function shownMembership(row: OwnMembershipRow, { projects, levels, now }: Around) {
  const project = projects.get(row.projectId);
  if (project === undefined) throw new Error(`the project of membership ${row.id} is not there`);
  const { userId, userName, displayName, avatar } = project;
  const level = row.levelId === null ? undefined : levels.get(row.levelId);
  const { id, projectId, state, isAnonymous, name, months, tries, refusal, endReason, cardExpiry, isCardAwaited } = row;
  const { isMonthRefunded, isCharging } = row;
  const isOver = state === 'Leaving' || state === 'Ended';
  const agreed = levels.get(agreedTerms(row).levelId ?? '');
  const newPrice = agreed !== undefined && !isOver && isNewPrice(row, agreed) ? minor(agreed.amount) : null;
  const hasNewPrice = newPrice !== null;
  const nextChargeAt = nextChargeOf(row);
  // Whoever has left has nothing after the paid month, also before the job has ended it.
  const isRunOut = state === 'Leaving' && row.paidUntil !== null && row.paidUntil <= now;
  const isHeld = isEnjoyed(row) && !isRunOut && !isMonthRefunded;
  const held = level && isHeld ? { link: level.link } : { link: null, discountPercent: 0 };
  return {
    id,
    projectId,
    state,
    isAnonymous,
    name,
    months,
    tries,
    refusal,
    endReason,
    creator: { userId, userName, displayName, avatar },
    amount: minor(row.amount),
    next: state === 'Ended' ? null : nextOf(row, levels),
    newAmount: newPrice,
    level: level === undefined ? null : { ...shownLevel(level), ...held },
    card: cardOf(row),
    isCardAwaited,
    isMuted: row.isMuted,
    isGifted: row.giftedAmount !== null,
    hasChat: row.hasChat,
    since: (row.since ?? row.createdAt).toISOString(),
    paidUntil: isoOrNull(row.paidUntil),
    nextChargeAt: isoOrNull(nextChargeAt),
    isCharging,
    endedAt: isoOrNull(row.endedAt),
    notice: noticeOf(
      { state, tries, refusal, cardExpiry, isMonthRefunded, hasNewPrice, isCharging, nextChargeAt },
      now,
    ),
  };
}

async function mine(
  { clock }: OwnDeps,
  query: CallInput<typeof ownMembershipsCalls.mine>['query'],
  context: CallContext,
) {
  const { db } = context;
  const { projectId = null, Skip: skip, Take: take } = query;
  const now = await clock(db);
  const wanted = { personId: callerOf(context).userId, projectId, now };
  const { rows, count } = await readOwnMemberships(db, wanted, { skip, take });
  const [projects, levels] = await Promise.all([
    findProjects(
      db,
      rows.map(({ projectId }) => projectId),
    ),
    readLevelsOf(
      db,
      rows.flatMap((row) => [row, agreedTerms(row)]),
    ),
  ]);
  return { count, items: rows.map((row) => shownMembership(row, { projects, levels, now })) };
}

/** The caller's membership of this id. */
async function ownMembership(context: CallContext, id: string): Promise<MembershipRow> {
  const row = await readMembership(context.db, id);
  if (row === null || row.since === null || row.personId !== callerOf(context).userId) throw failures.notFound();
  return row;
}

async function charges(query: { membershipId: string; Skip: number; Take: number }, context: CallContext) {
  const { id } = await ownMembership(context, query.membershipId);
  const { rows, count } = await readCharges(context.db, id, { skip: query.Skip, take: query.Take });
  const items = rows.map(({ month, state, amount, refunded, at, donationId }) => ({
    month,
    state,
    amount: minor(amount),
    refunded: minor(refunded),
    at: at.toISOString(),
    payId: state === 'Paid' || state === 'Refunded' ? donationId : null,
  }));
  return { count, items };
}

async function changeCard({ payments }: OwnDeps, membershipId: string, context: CallContext) {
  const row = await ownMembership(context, membershipId);
  if (row.state === 'Ended' || row.giftedAmount !== null) throw membershipMoved();
  await context.limits.spend(cardChanges, callerOf(context).userId);
  const id = randomUUID();
  const opened = await payments.charges.openSaving({
    system: payments.charges.systemFor(row.system) ?? payments.charges.systemFor(undefined) ?? row.system,
    reference: id,
    description: 'Карта для ежемесячной поддержки',
    returnPath: '/memberships',
  });
  const { paymentUrl, expiresAt, payer, ...saving } = opened;
  await context.transaction((tx) => insertCard(tx, { id, membershipId, expiresAt, ...saving }));
  return { cardId: id, paymentUrl, expiresAt: expiresAt.toISOString(), payer };
}

async function card({ cards }: OwnDeps, cardId: string, context: CallContext) {
  const { db } = context;
  const { userId } = callerOf(context);
  const asked = await readCardOf(db, cardId, userId);
  if (asked === null) throw failures.notFound();
  if (asked.state === 'Waiting') {
    await context.limits.spend(cardQuestions, userId);
    await cards.take(asked).catch((error: unknown) => {
      if (!paymentProviderUnavailable.is(error)) throw error;
    });
  }
  const known = await readCardOf(db, cardId, userId);
  const row = known?.state === 'Saved' ? await readMembership(db, known.membershipId) : null;
  return { state: known?.state ?? 'Expired', card: row && cardOf(row) };
}

async function leave(deps: OwnDeps, membershipId: string, context: CallContext) {
  return context.transaction(async (tx) => {
    const row = await lockOwn(tx, context, membershipId);
    const { state, paidUntil } = row;
    if (state === 'Active') {
      await saveMembership(tx, left(row));
      return { state: 'Leaving' as const, paidUntil: isoOrNull(paidUntil) };
    }
    if (state === 'Leaving' || state === 'Ended') return { state, paidUntil: isoOrNull(paidUntil) };
    await endMembership(tx, deps, { row, reason: 'Left', now: await deps.clock(tx) });
    return { state: 'Ended' as const, paidUntil: null };
  });
}

type Resumed = CallInput<typeof ownMembershipsCalls.resume>['body'];

async function resume({ clock }: OwnDeps, { membershipId, amount = null }: Resumed, context: CallContext) {
  await context.limits.spend(resuming, callerOf(context).userId);
  return context.transaction(async (tx) => {
    const row = await lockOwn(tx, context, membershipId);
    const isCharged = row.state === 'Overdue' || row.state === 'Paused';
    if ((!isCharged && row.state !== 'Leaving') || row.giftedAmount !== null) throw membershipMoved();
    const asked = minor(agreedTerms(row).amount);
    if (amount !== null && amount !== asked) throw priceChanged({ details: { amount: toMain(asked) } });
    const resumed = isCharged ? await chargeAgain(tx, row, await clock(tx)) : stayed(row);
    await saveMembership(tx, resumed);
    return { state: resumed.state };
  });
}

type Begun = CallInput<typeof ownMembershipsCalls.create>['body'];

/** Begins monthly support with its first donation: the price of the level unless the donor gives more. */
async function begin({ createDonation }: OwnDeps, body: Begun, context: CallContext) {
  const { userName, levelId = null, timeZone, ...donation } = body;
  const [project, level] = await Promise.all([
    findProjectByName(context.db, userName),
    levelId === null ? null : readLevel(context.db, levelId),
  ]);
  const amount = donation.amount ?? (level === null ? null : minor(level.amount));
  if (amount === null && levelId === null) throw failures.validationFailed({ fields: { amount: 'Введите сумму' } });
  if (project === null || amount === null) throw failures.notFound();
  return createDonation({ ...donation, projectId: project.projectId, amount, monthly: { levelId, timeZone } }, context);
}

/** Handlers of a donor's memberships. */
export function createOwnHandlers(deps: OwnDeps): Handlers<typeof ownMembershipsCalls> {
  return {
    create: async ({ body }, context) => begin(deps, body, context),
    mine: async ({ query }, context) => mine(deps, query, context),
    charges: async ({ query }, context) => charges(query, context),
    changeCard: async ({ body }, context) => changeCard(deps, body.membershipId, context),
    card: async ({ body }, context) => card(deps, body.cardId, context),
    leave: async ({ body }, context) => leave(deps, body.membershipId, context),
    resume: async ({ body }, context) => resume(deps, body, context),
    changeTerms: async ({ body }, context) => changeTerms(body, context),
    acceptPrice: async ({ body: { membershipId, amount } }, context) => {
      await context.transaction(async (tx) => {
        const row = await lockOwn(tx, context, membershipId);
        const { levelId } = agreedTerms(row);
        const level = levelId === null ? null : await readLevel(tx, levelId);
        if (row.state === 'Ended' || row.giftedAmount !== null || level === null) throw membershipMoved();
        if (level.amount !== amount) throw priceChanged();
        await saveMembership(tx, withPrice(row, amount));
      });
      return {};
    },
  };
}
