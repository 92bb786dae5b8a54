import { v7 as uuidV7 } from 'uuid';
import type { Handlers } from '#base/bound-call.server.ts';
import type { CallContext } from '#base/call-context.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { type Minor, minor, percentOf } from '#base/money.ts';
import { findProject, type Project } from '../creators/creators.server.ts';
import type { Payments } from '../payments/payments.server.ts';
import { spendGift } from './donation-budgets.server.ts';
import { creatorUnavailable, donationsDisabled, settingsChanged, stopMessage } from './donation-failures.ts';
import { readPublicPage, readTop, readTotal } from './donation-lists-store.server.ts';
import { donationKind } from './donation-owner.server.ts';
import { donationFaults, settingsFaults } from './donation-rules.ts';
import {
  limitsOf,
  lockSettings,
  readSettings,
  settingsTag,
  stopWordsOf,
  writeSettings,
} from './donation-settings.server.ts';
import { cleanMessage, cleanName, donorKeyOf, nameMaxLength } from './donation-text.ts';
import type { donationsCalls } from './donations.calls.ts';
import { donationInsert, type NewDonation, readDonation, writeDonation } from './donations-store.server.ts';
import { type DonorProofs, isOwnGift } from './donor-proof.server.ts';
import { creatorOf, ownDonationHandlers } from './own-donations.server.ts';

/** A gift that is given together with something else. */
export type { NewDonation };

/** A gift as its maker sent it. */
interface GiftBody {
  readonly projectId: string;
  readonly amount: Minor;
  readonly name?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly isAnonymous?: boolean | null | undefined;
}

/**
 * A gift that may be given, not written yet. Checks in the order of contract section 1: 400, 404, 409 `CreatorUnavailable`,
 * `DonationsDisabled`.
 */
export async function readGift(body: GiftBody, context: CallContext): Promise<{ gift: NewDonation; project: Project }> {
  const [settings, project] = await Promise.all([readSettings(context.db), findProject(context.db, body.projectId)]);
  const name = cleanName(body.name);
  const message = cleanMessage(body.message);
  const { amount } = body;
  const fields = donationFaults({ amount, name, message }, { ...limitsOf(settings), nameMaxLength });
  if (Object.keys(fields).length > 0) {
    const [first] = Object.values(fields);
    throw failures.validationFailed.because({ fields, ...(first !== undefined && { message: first }) });
  }
  if (project === null) throw failures.notFound.because();
  if (!project.isAvailable) throw creatorUnavailable.because();
  if (!settings.isEnabled) throw donationsDisabled.because({ message: stopMessage(settings.stopReason) });
  const personId = context.caller?.userId ?? null;
  const isAnonymous = body.isAnonymous ?? false;
  const gift = {
    id: context.idempotencySubject ?? uuidV7(),
    project_id: project.projectId,
    donor_id: personId,
    donor_key: donorKeyOf({ personId, name, isAnonymous }),
    name,
    message,
    is_anonymous: isAnonymous,
    amount,
    commission: percentOf(amount, settings.commissionPercent),
    address: context.address,
  };
  return { gift, project };
}

/** Writes a gift that is paid together with something else: its payment is not the gift's own. */
export async function insertGift(tx: Tx, gift: NewDonation): Promise<void> {
  await writeDonation(tx, gift);
}

/** The part of what is paid that the platform keeps, in percent. */
export async function readCommissionPercent(db: Queryable): Promise<number> {
  return (await readSettings(db)).commissionPercent;
}

interface DonationDeps {
  readonly payments: Payments;
  readonly proofs: DonorProofs;
  /** The payment systems of the country's cards. */
  readonly cardSystems: readonly string[];
}

async function createGift({ payments, proofs, cardSystems }: DonationDeps, body: GiftBody, context: CallContext) {
  const { gift, project } = await readGift(body, context);
  const spent = { address: context.address, projectId: project.projectId, cardSystems };
  const closedSystems = await spendGift(context.db, context.limits, spent);
  const { paymentId, paymentUrl, amount, expiresAt } = await payments.openPayment(
    context.db,
    {
      kind: donationKind,
      reference: gift.id,
      amount: body.amount,
      description: `Донат автору ${project.displayName}`.slice(0, 200),
    },
    { insert: donationInsert, row: gift },
  );
  const opened = { payId: gift.id, paymentId, paymentUrl, amount, expiresAt: expiresAt.toISOString() };
  return { ...opened, closedSystems, proof: proofs.issue(gift.id) };
}

async function publicProject(db: Queryable, projectId: string): Promise<Project> {
  const project = await findProject(db, projectId);
  if (project === null || !project.isAvailable) throw failures.notFound.because();
  return project;
}

async function list(query: { projectId: string; Skip: number; Take: number }, { db, tag }: CallContext) {
  const { projectId, Skip, Take } = query;
  tag(`project:${projectId}`, settingsTag);
  const [, total, rows, { stopWords }] = await Promise.all([
    publicProject(db, projectId),
    readTotal(db, projectId),
    readPublicPage(db, projectId, Skip, Take),
    readSettings(db),
  ]);
  const { mask } = stopWordsOf(stopWords);
  const payments = rows.map(({ id, amount, name, message, isAnonymous, paidAt }) => ({
    id,
    amount: minor(amount),
    name: isAnonymous || name === null ? null : mask(name),
    message: message === null ? null : mask(message),
    createdAt: paidAt.toISOString(),
  }));
  return { projectId, totalCount: total.paidCount, payments };
}

async function top({ projectId, top: most }: { projectId: string; top: number }, { db, tag }: CallContext) {
  tag(`project:${projectId}`, settingsTag);
  const [, rows, { stopWords }] = await Promise.all([
    publicProject(db, projectId),
    readTop(db, projectId, most),
    readSettings(db),
  ]);
  const { mask } = stopWordsOf(stopWords);
  return rows.map(({ name, amount, count }, index) => ({
    place: index + 1,
    name: name === null ? null : mask(name),
    amount: minor(amount),
    count,
  }));
}

/** A message that waits for the creator's yes, or did not get it, is shown to its donor alone. */
async function success(
  { payments, proofs }: DonationDeps,
  asked: { payId: string; proof?: string },
  context: CallContext,
) {
  const { db, caller } = context;
  const { payId, proof } = asked;
  const [gift, payment, { stopWords }] = await Promise.all([
    readDonation(db, payId),
    payments.readPayment(db, payId),
    readSettings(db),
  ]);
  const project = gift && (await findProject(db, gift.projectId));
  if (!gift || !payment || !project) throw failures.notFound.because();
  const isOwn = isOwnGift(gift, { userId: caller?.userId ?? null, isProven: proofs.isTrue(payId, proof) });
  const { mask } = stopWordsOf(stopWords);
  return {
    payId,
    status: payment.status,
    amount: minor(gift.amount),
    name: gift.isAnonymous || gift.name === null ? null : mask(gift.name),
    message: gift.message === null || (gift.isMessageHeld && !isOwn) ? null : mask(gift.message),
    isReworded: gift.isReworded,
    isOwn,
    creator: creatorOf(project),
  };
}

/** Answers the calls of donations. */
export function createDonationHandlers(deps: DonationDeps): Handlers<typeof donationsCalls> {
  const { payments } = deps;
  return {
    create: async ({ body }, context) => createGift(deps, body, context),
    status: async ({ query: { payId } }, { db }) => {
      const gift = await readDonation(db, payId);
      const payment = gift && (await payments.checkPayment(payId));
      if (!payment) throw failures.notFound.because();
      const { status, amount, isChecked } = payment;
      return { payId, status, amount, isChecked };
    },
    success: async ({ query }, context) => success(deps, query, context),
    list: async ({ query }, context) => list(query, context),
    top: async ({ query }, context) => top(query, context),
    settings: async (_, { db, caller, tag }) => {
      tag(settingsTag);
      const { commissionPercent, stopWords, version, ...shown } = await readSettings(db);
      return caller?.roles.includes('admin') ? { ...shown, commissionPercent, stopWords, version } : shown;
    },
    changeSettings: async ({ body }, { transaction }) => {
      const fields = settingsFaults(body);
      if (Object.keys(fields).length > 0) throw failures.validationFailed.because({ fields });
      await transaction(async (tx) => {
        const { version } = await lockSettings(tx);
        if (body.version !== undefined && body.version !== version) throw settingsChanged.because();
        await writeSettings(tx, { ...body, stopReason: body.stopReason ?? null });
      });
      return {};
    },
    ...ownDonationHandlers,
  };
}
