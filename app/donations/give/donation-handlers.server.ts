import {
  givenChoices,
  withoutSuggestion,
  writeChoices,
  writeNamedChoice,
} from '#app/choices/donation-choices.server.ts';
import { findProject, type Project } from '#app/creators/creators.server.ts';
import { isPresent, noteOwnChange, noteSeen } from '#app/creators/seen-version.server.ts';
import { addedTimeOf } from '#app/donathon/added-time.server.ts';
import { donationLine } from '#app/payments/payment-lines.ts';
import type { Payments } from '#app/payments/payments.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';
import { readerLocale } from '#base/pages/accept-language.server.ts';
import { checkDonation, requireTakesMoney } from '../donation-checks.server.ts';
import { donationKind } from '../donation-postings.server.ts';
import { settingsFaults } from '../donation-rules.ts';
import { lockSettings, readDonationSettings, settingsTag, writeSettings } from '../donation-settings-store.server.ts';
import type { donationsCalls } from '../donations.calls.ts';
import { type CheckedDonation, donationInsert, readDonation } from '../donations-store.server.ts';
import { readHistoryPage, readListTotal } from '../imports/public-history-store.server.ts';
import { readGivenId } from '../joint-rows-store.server.ts';
import { readPublicPage } from '../lists/donation-lists-store.server.ts';
import { createOwnDonationHandlers, sharedOutOf, thankedOf } from '../lists/own-donations.server.ts';
import { readTop } from '../lists/top-donors-store.server.ts';
import type { BeginMonthly } from '../monthly-donations.server.ts';
import { monthlyNotOffered } from '../monthly-failures.ts';
import { settingsChanged } from '../settings/settings-failures.ts';
import { maskOf, maskOfRows } from '../settings/text-mask.server.ts';
import { spendDonation } from './donation-budgets.server.ts';
import { type DonorProofs, isOwnDonation } from './donor-proof.server.ts';
import { replacing } from './replacing.server.ts';
import { givenPart, shareDonation, sharedLines, writeParts } from './shared-donation.server.ts';

/** What the handlers of donations work with. */
export interface DonationDeps {
  readonly payments: Payments;
  readonly proofs: DonorProofs;
  /** The payment systems of the country's cards. */
  readonly cardSystems: readonly string[];
  readonly beginMonthly: BeginMonthly;
  /** Of days. */
  readonly timeZone: string;
}

/** Refuses to replace a donation that is not proven to be the caller's. */
async function requireOwn(
  { proofs }: DonationDeps,
  asked: { readonly payId: string; readonly proof?: string | undefined },
  { db, caller }: CallContext,
): Promise<void> {
  const known = await readDonation(db, asked.payId);
  const isProven = proofs.isTrue(asked.payId, asked.proof);
  // The part of a shared donation has no payment that could be left.
  if (known?.id !== asked.payId || !isOwnDonation(known, { userId: caller?.userId ?? null, isProven })) {
    throw failures.notFound();
  }
}

/**
 * A donation that is asked for. `monthly`: it is the first month of monthly support, of a level or of any amount. `gifted`: it gives something to others, which
 * is written in the transaction that inserts it; `row`: what the donation says of it.
 */
export interface AskedDonation extends Readonly<Omit<CallInput<typeof donationsCalls.create>['body'], 'monthly'>> {
  readonly monthly?: null | { readonly levelId: string | null; readonly timeZone: string | null };
  readonly gifted?: {
    readonly row: Pick<CheckedDonation, 'gifted_months' | 'gifted_to' | 'gifted_pieces' | 'gifted_product'>;
    readonly begin: (tx: Tx, donationId: string) => Promise<void>;
  };
}

/** What makes a donation the first month of monthly support, and the system that will charge the others; null: it is given once. */
async function monthlyOf(
  { payments, beginMonthly }: DonationDeps,
  { monthly, system: wanted, amount }: AskedDonation,
  { donation, context }: { donation: CheckedDonation; context: CallContext },
) {
  const { project_id: projectId, donor_id: personId, name, is_anonymous: isAnonymous } = donation;
  if (!monthly || personId === null) return null;
  const system = payments.charges.systemFor(wanted ?? undefined);
  if (system === null) throw monthlyNotOffered();
  const { levelId, timeZone } = monthly;
  const asked = { projectId, personId, amount, name, isAnonymous, system, levelId, timeZone };
  return { system, begin: await beginMonthly(context.db, asked) };
}

/** Writes a donation with its payment. Throws what `ProjectPay/Create` and `Membership/Create` name. */
export async function createDonation(deps: DonationDeps, body: AskedDonation, context: CallContext) {
  const { payments, proofs, cardSystems } = deps;
  const { donation, project, named } = await checkDonation(body, context);
  const monthly = await monthlyOf(deps, body, { donation, context });
  const isShared = monthly === null && body.gifted === undefined;
  const asked = { projectId: project.projectId, amount: body.amount, seen: body.joint };
  const shared = isShared ? await shareDonation(context.db, asked) : null;
  if (body.instead) await requireOwn(deps, body.instead, context);
  const spent = { network: context.network, projectId: project.projectId, cardSystems };
  const closedSystems = await spendDonation(context.db, context.limits, spent);
  // Claims the key after the checks, so that refused requests store nothing.
  const payId = await context.claim(context.db);
  const replacement = { replacedId: body.instead?.payId, choices: body.choices ?? [] };
  return replacing(payments, context, replacement, async () => {
    const write = await payments.openPayment(
      {
        kind: donationKind,
        reference: payId,
        amount: body.amount,
        lines: shared === null ? [donationLine(project, body.amount)] : sharedLines(shared),
        description: `Донат автору ${project.displayName}`.slice(0, 200),
        returnPath: `/thanks/${payId}`,
        system: monthly?.system ?? body.system ?? undefined,
        language: readerLocale(context.request.headers),
        savesCard: monthly !== null,
        ...(body.instead && {
          instead: { reference: body.instead.payId, returnPath: `/thanks/${body.instead.payId}` },
        }),
      },
      {
        insert: donationInsert,
        row: {
          ...donation,
          ...(shared && givenPart(shared, body.amount)),
          id: payId,
          ...(monthly && { membership_id: payId, membership_month: 1 }),
          ...body.gifted?.row,
        },
      },
    );
    return context.conclude(async (tx) => {
      const { expiresAt, paidInstead, ...payment } = await write(tx);
      if (paidInstead === undefined) {
        // The creator may have been blocked or deleted while the provider was asked. Blocking locks creators before memberships, too.
        if (shared === null) await requireTakesMoney(tx, project.projectId);
        else await writeParts(tx, shared, { ...donation, id: payId });
        await monthly?.begin(tx, payId);
        await body.gifted?.begin(tx, payId);
        const { projectId } = project;
        const { donor_id: donorId, address: network } = donation;
        const chosenBy = { projectId, donationId: payId, amount: body.amount, donorId, network };
        await writeNamedChoice(tx, chosenBy, named);
        await writeChoices(tx, { ...chosenBy, replacedId: replacement.replacedId }, replacement.choices);
      }
      const paying = paidInstead ?? payId;
      const opened = { payId: paying, ...payment, expiresAt: expiresAt.toISOString() };
      return { ...opened, closedSystems, proof: proofs.issue(paying) };
    });
  });
}

/** The payment systems that the form lets the donor choose from, those that do not answer, and those that charge every month. */
function choiceOf(payments: Payments, context: CallContext) {
  const { paymentSystems, downSystems } = payments.offer(context);
  const isChoice = [...paymentSystems, ...(downSystems ?? [])].some((name) => name !== 'gateway');
  const monthlySystems = [...payments.charges.offered];
  return {
    ...(monthlySystems.length > 0 && { monthlySystems, monthlySystem: monthlySystems[0] }),
    ...(isChoice && { paymentSystems }),
    ...(downSystems && { downSystems }),
  };
}

async function publicProject(db: Queryable, projectId: string): Promise<Project> {
  const project = await findProject(db, projectId);
  if (project === null || !project.isAvailable) throw failures.notFound();
  return project;
}

async function list(query: { projectId: string; Skip: number; Take: number }, { db, tag }: CallContext) {
  const { projectId, Skip, Take } = query;
  tag(`project:${projectId}`, settingsTag);
  const [, total, rows, { stopWords }] = await Promise.all([
    publicProject(db, projectId),
    readListTotal(db, projectId),
    readPublicPage(db, projectId, Skip, Take),
    readDonationSettings(db),
  ]);
  const history = await readHistoryPage(db, { projectId, total, skip: Skip, take: Take });
  const mask = await maskOfRows(stopWords, [...rows, ...history]);
  const payments = rows.map(({ id, amount, name, message, month, isAnonymous, paidAt }) => ({
    id,
    amount: minor(amount),
    name: isAnonymous || name === null ? null : mask(name),
    message: message === null ? null : mask(message),
    month,
    createdAt: paidAt.toISOString(),
  }));
  const imported = history.map(({ name, message, amount, givenAt, ...row }) => ({
    ...row,
    amount: minor(amount),
    name: name === null ? null : mask(name),
    message: message === null ? null : mask(message),
    month: null,
    createdAt: givenAt.toISOString(),
  }));
  return { projectId, totalCount: total.paidCount + total.importedCount, payments: [...payments, ...imported] };
}

async function top({ projectId, top: most }: { projectId: string; top: number }, { db, tag }: CallContext) {
  tag(`project:${projectId}`, settingsTag);
  const [, rows, { stopWords }] = await Promise.all([
    publicProject(db, projectId),
    readTop(db, projectId, most),
    readDonationSettings(db),
  ]);
  const mask = await maskOfRows(stopWords, rows);
  return rows.map(({ name, amount, count, imported }, index) => ({
    place: index + 1,
    name: name === null ? null : mask(name),
    amount: minor(amount),
    count,
    ...(imported > 0 && { imported: minor(imported) }),
  }));
}

/**
 * A message that awaits the creator's approval, was rejected or belongs to a refunded donation is shown to its donor alone: after a refund
 * the alert no longer says whether the message was approved.
 */
async function success(
  { payments, proofs }: DonationDeps,
  asked: { payId: string; proof?: string },
  context: CallContext,
) {
  const { db, caller } = context;
  const { proof } = asked;
  // Before the donation: what a payment in between has brought is then in the donation of a paid one.
  const own = await payments.readPayment(db, asked.payId);
  // A part of a shared donation has no payment of its own.
  const payId = own === null ? ((await readGivenId(db, asked.payId)) ?? asked.payId) : asked.payId;
  const payment = own ?? (await payments.readPayment(db, payId));
  const [donation, { stopWords }] = await Promise.all([readDonation(db, payId), readDonationSettings(db)]);
  const project = donation && (await findProject(db, donation.projectId));
  if (!donation || !payment || !project) throw failures.notFound();
  const isOwn = isOwnDonation(donation, { userId: caller?.userId ?? null, isProven: proofs.isTrue(payId, proof) });
  const given = await givenChoices(db, [{ donationId: payId, hasChoices: donation.hasChoices }]);
  const { projectId } = project;
  const { createdAt, paidAt } = donation;
  const clock = await addedTimeOf(db, { projectId, donationId: payId, createdAt, isPaid: paidAt !== null });
  const isHidden = (donation.isMessageHeld || donation.isRefunded) && !isOwn;
  const { mask } = maskOf(stopWords);
  return {
    payId,
    status: payment.status,
    amount: minor(donation.whole ?? donation.amount),
    name: donation.isAnonymous || donation.name === null ? null : mask(donation.name),
    message: donation.message === null || isHidden ? null : mask(donation.message),
    isReworded: donation.isReworded,
    giftedMonths: donation.giftedMonths,
    giftedPieces: donation.giftedPieces,
    giftedTo: donation.giftedTo,
    isOwn,
    choices: (given.get(payId) ?? []).map((choice) => (isOwn ? choice : withoutSuggestion(choice))),
    clock,
    thankedAt: donation.thankedAt?.toISOString() ?? null,
    joint: donation.jointId === null ? null : { id: donation.jointId, shares: await sharedOutOf(db, payId) },
    projectId,
    creator: thankedOf(project),
  };
}

/** Handlers of the calls for donations. */
export function createDonationHandlers(deps: DonationDeps): Handlers<typeof donationsCalls> {
  const { payments } = deps;
  return {
    create: async ({ body }, context) => createDonation(deps, body, context),
    status: async ({ query }, { db }) => {
      const donation = await readDonation(db, query.payId);
      const payment = donation && (await payments.checkPayment(donation.id));
      if (!payment) throw failures.notFound();
      const payId = donation.id;
      const { status, amount, isChecked } = payment;
      const isRefused = await payments.isRefused(db, payId);
      return { payId, status, amount, isChecked, ...(isRefused && { isRefused }) };
    },
    success: async ({ query }, context) => success(deps, query, context),
    list: async ({ query }, context) => list(query, context),
    top: async ({ query }, context) => top(query, context),
    settings: async (_, context) => {
      const { db, caller, tag } = context;
      tag(settingsTag);
      const { commissionPercent, stopWords, version, ...limits } = await readDonationSettings(db);
      const shown = { ...limits, ...choiceOf(payments, context) };
      if (!caller?.roles.includes('admin')) return shown;
      await noteSeen(db, caller, 'donation_settings', version);
      return { ...shown, commissionPercent, stopWords, version };
    },
    changeSettings: async ({ body }, context) => {
      const caller = callerOf(context);
      const subject = 'donation_settings';
      const fields = settingsFaults(body);
      if (Object.keys(fields).length > 0) throw failures.validationFailed({ fields });
      await context.transaction(async (tx) => {
        const { version: present } = await lockSettings(tx);
        if (!(await isPresent(tx, caller, { subject, named: body.version, present }))) throw settingsChanged();
        await writeSettings(tx, { ...body, stopReason: body.stopReason ?? null });
        const { version: after } = await readDonationSettings(tx);
        await noteOwnChange(tx, caller, { subject, before: null, after });
      });
      return {};
    },
    ...createOwnDonationHandlers(deps.timeZone),
  };
}
