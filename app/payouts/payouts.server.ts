import { creatorsOf, findCreatorByName } from '#app/creators/creators.server.ts';
import { readTaxNumber, writeTaxNumber } from '#app/creators/creators-store.server.ts';
import { findPeople } from '#app/identity/identity.server.ts';
import {
  accountsOf,
  findAccounts,
  lockAccounts,
  payoutsAccount,
  post,
  providerAccount,
  reverse,
} from '#app/ledger/ledger.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, minor, negate, toMain } from '#base/money/money.ts';
import { maskedTaxNumber } from '#base/text/tax-number.ts';
import { deadlineOf, type PayoutPromise } from './payout-deadline.server.ts';
import { balanceNegative, notEnoughMoney, payoutDecided } from './payout-failures.ts';
import type { PayoutState } from './payout-state.ts';
import { payoutsCalls } from './payouts.calls.ts';
import {
  countRequested,
  type Decision,
  findPayouts,
  insertPayout,
  lockPayout,
  type PayoutRow,
  type PayoutSearch,
  readPayouts,
  readPayoutsById,
  readPayoutsOf,
  writeActNumber,
  writeDecision,
} from './payouts-store.server.ts';

/** The kinds of the ledger's postings for payouts. */
const requestKind = 'payout';
const returnKind = 'payout-return';
const paidKind = 'payout-paid';

function shownOf(row: PayoutRow) {
  const { id, accountId, amount, cardMask, state, bankReference, act, reason, createdAt, decidedAt } = row;
  return {
    id,
    accountId,
    amount: minor(amount),
    cardMask,
    state,
    bankReference,
    act,
    reason,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** A request with its deadline, if it waits. */
const shownUntil = (row: PayoutRow, promise: PayoutPromise) => ({
  ...shownOf(row),
  ...deadlineOf(row.state === 'Requested' ? row.createdAt : null, promise),
});

interface RequestInput {
  readonly accountId: string;
  readonly amount: Minor;
  readonly card: { readonly mask: string; readonly token?: string | null | undefined };
}

/** Requests a payout. The accounts are locked before the balance is read, so that concurrent requests see each other. */
async function request(tx: Tx, personId: string, { accountId, amount, card }: RequestInput) {
  const isOwn = (await accountsOf(tx, personId)).some(({ id }) => id === accountId);
  if (!isOwn) throw failures.notFound();
  const account = (await lockAccounts(tx, [payoutsAccount, accountId])).find(({ id }) => id === accountId);
  if (account === undefined || account.balance < amount) throw notEnoughMoney();
  const row = await insertPayout(tx, {
    personId,
    accountId,
    amount,
    cardMask: card.mask,
    cardToken: card.token ?? null,
  });
  const entries = [
    { accountId, amount: negate(amount) },
    { accountId: payoutsAccount, amount },
  ];
  await post(tx, { kind: requestKind, reference: row.id, entries });
  return shownOf(row);
}

/** Throws `BalanceNegative` if a refund has made the balance of a request's account negative; no refund changes it until the commit. */
async function refuseDebt(tx: Tx, { accountId }: PayoutRow): Promise<void> {
  const account = (await lockAccounts(tx, [payoutsAccount, accountId])).find(({ id }) => id === accountId);
  if (account === undefined) throw new Error(`the account ${accountId} of a payout does not exist`);
  if (account.balance < 0) throw balanceNegative({ details: { balance: toMain(account.balance) } });
}

/** A decision; `despiteDebt`: it is paid even if the balance is negative. */
type AskedDecision = Decision & { readonly despiteDebt?: boolean };

/** What a decision needs beside itself. The year of acts is that of the time zone. */
interface Deciding extends PayoutPromise {
  readonly listeners: readonly DecidedListener[];
}

/** Decides an open request and moves its reserved sum. */
async function decide(
  tx: Tx,
  row: PayoutRow | null,
  decision: AskedDecision,
  { timeZone }: Pick<Deciding, 'timeZone'>,
): Promise<void> {
  if (row === null) throw failures.notFound();
  if (row.state !== 'Requested') throw payoutDecided();
  if (decision.state === 'Paid' && decision.despiteDebt !== true) await refuseDebt(tx, row);
  await writeDecision(tx, row.id, decision);
  if (decision.state !== 'Paid') {
    await reverse(tx, { kind: requestKind, reference: row.id, as: returnKind });
    return;
  }
  const amount = minor(row.amount);
  const entries = [
    { accountId: payoutsAccount, amount: negate(amount) },
    { accountId: providerAccount, amount },
  ];
  await post(tx, { kind: paidKind, reference: row.id, entries });
  await writeActNumber(tx, row.id, timeZone);
}

async function cancel(payoutId: string, context: CallContext, deciding: Deciding) {
  const { userId } = callerOf(context);
  await context.transaction(async (tx) => {
    const row = await lockPayout(tx, payoutId);
    await decide(tx, row?.personId === userId ? row : null, { state: 'Cancelled', by: userId }, deciding);
  });
  return {};
}

/** A payout that the staff has paid or declined; `reason`: of a declined one. */
export interface DecidedPayout {
  readonly payoutId: string;
  readonly personId: string;
  readonly amount: Minor;
  readonly isPaid: boolean;
  readonly reason: string | null;
}

/** Runs in the transaction of the decision; an error undoes it. */
type DecidedListener = (tx: Tx, payout: DecidedPayout) => Promise<void>;

async function decideAs(
  payoutId: string,
  context: CallContext,
  decision: Omit<AskedDecision, 'by'>,
  deciding: Deciding,
) {
  await context.transaction(async (tx) => {
    const row = await lockPayout(tx, payoutId);
    await decide(tx, row, { ...decision, by: callerOf(context).userId }, deciding);
    if (row === null) return;
    const { personId, cardMask } = row;
    const amount = minor(row.amount);
    context.note({ subject: personId, details: { amount: toMain(amount), cardMask } });
    const reason = decision.reason ?? null;
    for (const listener of deciding.listeners) {
      await listener(tx, { payoutId, personId, amount, isPaid: decision.state === 'Paid', reason });
    }
  });
  return {};
}

const maskedOf = (taxNumber: string | null) => taxNumber && maskedTaxNumber(taxNumber);

/** Adds the owner's name, phone and remaining balance to requests, for the admin who pays them. */
async function withOwners(db: Queryable, rows: readonly PayoutRow[], promise: PayoutPromise) {
  const ids = rows.map(({ personId }) => personId);
  const [people, creators, accounts] = await Promise.all([
    findPeople(db, ids),
    creatorsOf(db, ids),
    findAccounts(
      db,
      rows.map(({ accountId }) => accountId),
    ),
  ]);
  return rows.map((row) => ({
    ...shownUntil(row, promise),
    userId: row.personId,
    userName: creators.get(row.personId)?.project.userName ?? '',
    phone: people.get(row.personId)?.phone ?? '',
    taxNumber: maskedOf(creators.get(row.personId)?.project.taxNumber ?? null),
    cardToken: row.cardToken,
    balance: accounts.get(row.accountId)?.balance ?? minor(0),
  }));
}

async function searchOf(db: Queryable, search: string): Promise<PayoutSearch> {
  const person = await findCreatorByName(db, search);
  return { people: person === null ? [] : [person.userId], cardEnd: /^\d{1,4}$/.test(search) ? search : null };
}

async function list(
  query: { State: PayoutState; Search?: string | undefined; Skip: number; Take: number },
  { db }: CallContext,
  promise: PayoutPromise,
) {
  const { State: state, Search: search = '', Skip: skip, Take: take } = query;
  const asked = { state, skip, take };
  const { items, count } =
    search === '' ? await readPayouts(db, asked) : await findPayouts(db, await searchOf(db, search), asked);
  return { count, items: await withOwners(db, items, promise) };
}

/** Handles the calls of payouts. */
const handlersWith = (deciding: Deciding): Handlers<typeof payoutsCalls> => ({
  my: async ({ query: { Skip, Take } }, context) => {
    const { items, count, waiting } = await readPayoutsOf(context.db, callerOf(context).userId, Skip, Take);
    const { amount, since } = waiting;
    return {
      count,
      items: items.map((row) => shownUntil(row, deciding)),
      waiting: { amount: minor(amount), since: since?.toISOString() ?? null, ...deadlineOf(since, deciding) },
      promisedDays: deciding.payoutDays,
    };
  },
  taxNumber: async (_, context) => ({ taxNumber: await readTaxNumber(context.db, callerOf(context).userId) }),
  changeTaxNumber: async ({ body }, context) => {
    await context.transaction((tx) => writeTaxNumber(tx, callerOf(context).userId, body.taxNumber));
    return {};
  },
  request: async ({ body }, context) => context.transaction((tx) => request(tx, callerOf(context).userId, body)),
  cancel: async ({ query }, context) => cancel(query.payoutId, context, deciding),
  list: async ({ query }, context) => list(query, context, deciding),
  pay: async ({ body: { payoutId, reference, despiteDebt } }, context) =>
    decideAs(
      payoutId,
      context,
      { state: 'Paid', bankReference: reference, despiteDebt: despiteDebt ?? false },
      deciding,
    ),
  decline: async ({ body: { payoutId, reason } }, context) =>
    decideAs(payoutId, context, { state: 'Declined', reason }, deciding),
});

/** A payout with its owner; null where there is none. */
export async function findPayout(db: Queryable, payoutId: string) {
  const [row] = await readPayoutsById(db, [payoutId]);
  return row === undefined ? null : { personId: row.personId, ...shownOf(row) };
}

/** The masked cards of payouts, for the statement of their account. */
async function describePostings(
  db: Queryable,
  postings: readonly { readonly kind: string; readonly reference: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(postings.filter(({ kind }) => kind.startsWith(requestKind)).map((one) => one.reference))];
  return new Map((await readPayoutsById(db, ids)).map((row) => [row.id, row.cardMask]));
}

/** The running area. */
export type Payouts = ReturnType<typeof createPayouts>;

/** Creates the area. */
export function createPayouts({ timeZone, payoutDays }: PayoutPromise) {
  const listeners: DecidedListener[] = [];
  return {
    calls: bindCalls(payoutsCalls, handlersWith({ timeZone, payoutDays, listeners })),
    onDecided: (listener: DecidedListener) => void listeners.push(listener),
    describePostings,
    countRequested,
  } satisfies Area & Record<string, unknown>;
}
