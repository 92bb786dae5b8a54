import { checkChoices, type NamedChoice, namedChoice, requireDecent } from '#app/choices/donation-choices.server.ts';
import type { DonationChoices } from '#app/choices/donation-choices.ts';
import { titleMessage } from '#app/creators/creator-failures.ts';
import { findProject, type Project, whoTakesMoney } from '#app/creators/creators.server.ts';
import { isTitle } from '#app/creators/staff-titles.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { type Minor, percentOf, toMain } from '#base/money/money.ts';
import { amountRules } from '#base/text/amount-rules.ts';
import { cleanLine, cleanText } from '#base/text/clean-text.ts';
import { firstFailure, formMessages } from '#base/text/form-rules.ts';
import { creatorUnavailable, donationsDisabled, stopMessage } from './donation-failures.ts';
import { donationFaults, donorKeyOf, nameMaxLength } from './donation-rules.ts';
import { limitsOf, readDonationSettings } from './donation-settings-store.server.ts';
import type { CheckedDonation } from './donations-store.server.ts';
import { maskOf } from './settings/text-mask.server.ts';

/** A donation as its maker sent it. */
export interface DonationBody {
  readonly projectId: string;
  readonly amount: Minor;
  readonly name?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly isAnonymous?: boolean | null | undefined;
  readonly choices?: DonationChoices | undefined;
  /** A donation that its donor has left unpaid, and gives anew; whose it is, is checked by others. */
  readonly instead?: { readonly payId: string } | null | undefined;
}

/**
 * A donation that may be given, not written yet. `named`: what its message chooses. Checks in the order of docs/rules.md#wire: 400, 404, 409 `CreatorUnavailable`,
 * `DonationsDisabled`.
 */
export async function checkDonation(
  body: DonationBody,
  context: CallContext,
): Promise<{ donation: CheckedDonation; project: Project; named: NamedChoice | null }> {
  const name = cleanLine(body.name);
  const message = cleanText(body.message);
  const { amount } = body;
  const isAnonymous = body.isAnonymous ?? false;
  const [settings, project] = await Promise.all([
    readDonationSettings(context.db),
    findProject(context.db, body.projectId),
  ]);
  const fields = donationFaults({ amount, name, message }, { ...limitsOf(settings), nameMaxLength });
  if (!isAnonymous && name !== null && isTitle(name, settings.siteName)) fields.name = titleMessage;
  if (Object.keys(fields).length > 0) {
    const [first] = Object.values(fields);
    throw failures.validationFailed({ fields, ...(first !== undefined && { message: first }) });
  }
  const choices = body.choices ?? [];
  const personId = context.caller?.userId ?? null;
  const { network } = context;
  const { projectId } = body;
  const chosenBy = { projectId, amount, donorId: personId, network, replacedId: body.instead?.payId };
  const { mask } = maskOf(settings.stopWords);
  requireDecent(choices, mask);
  await checkChoices(context.db, chosenBy, choices);
  if (project === null) throw failures.notFound();
  if (!project.isAvailable) throw creatorUnavailable();
  if (!settings.isEnabled) throw donationsDisabled({ message: stopMessage(settings.stopReason) });
  const seen = message === null ? null : mask(message);
  const named = await namedChoice(context.db, { projectId, amount, message: seen }, choices);
  const donation = {
    project_id: project.projectId,
    donor_id: personId,
    donor_key: donorKeyOf({ personId, name, isAnonymous }),
    name,
    message,
    is_anonymous: isAnonymous,
    amount,
    commission: percentOf(amount, settings.commissionPercent),
    address: network,
    has_choices: choices.length > 0 || named !== null,
  };
  return { donation, project, named };
}

/** Throws `CreatorUnavailable` if a project takes no donations; else it does until the transaction ends. */
export async function requireTakesMoney(tx: Tx, projectId: string): Promise<void> {
  const able = await whoTakesMoney(tx, { projectIds: [projectId] });
  if (!able.has(projectId)) throw creatorUnavailable();
}

/** The part of what is paid that the platform keeps, in percent. */
export async function readCommissionPercent(db: Queryable): Promise<number> {
  return (await readDonationSettings(db)).commissionPercent;
}

/** Why no donation of a sum is taken; null: one is. */
export async function amountFault(db: Queryable, amount: Minor): Promise<string | null> {
  return firstFailure(toMain(amount), amountRules(limitsOf(await readDonationSettings(db))));
}

/** Those of some words that have one of the site's stop words in them. */
export async function stoppedWords(db: Queryable, words: readonly string[]): Promise<ReadonlySet<string>> {
  const { mask } = maskOf((await readDonationSettings(db)).stopWords);
  return new Set(words.filter((word) => mask(word) !== word));
}

/** Why nobody may give as little as a sum; null: one may. */
export async function leastFault(db: Queryable, amount: Minor): Promise<string | null> {
  const { minAmount } = limitsOf(await readDonationSettings(db));
  return toMain(amount) < minAmount ? formMessages.minimumAmount(minAmount) : null;
}
