import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { cleanText } from '#base/text/clean-text.ts';
import { firstFailure, maximumLength } from '#base/text/form-rules.ts';
import { readDonationSettings } from '../donation-settings-store.server.ts';
import { readDonation } from '../donations-store.server.ts';
import { type AskingDonor, isOwnDonation } from '../give/donor-proof.server.ts';
import { lockJointRows } from '../joint-rows-store.server.ts';
import { maskOf } from '../settings/text-mask.server.ts';
import { notRewordable } from './rewording-failures.ts';
import { writeSecondMessage } from './thanks-store.server.ts';

/**
 * Holds the second wording of a rejected message for the creator's approval, in the transaction that stores it; stop words in `message`
 * are masked. Returns false where the message is not rejected: the transaction is rolled back then.
 */
export type RewordAlert = (
  tx: Tx,
  donation: { readonly projectId: string; readonly donationId: string; readonly message: string },
) => Promise<boolean>;

function refuse(message: string): never {
  throw failures.validationFailed({ message, fields: { message } });
}

/**
 * Replaces a rejected message once and returns it as others see it. Of a shared donation each creator decides alone: it is replaced where it was
 * rejected. For anyone but the donor the donation is 404.
 */
export async function reword(
  tx: Tx,
  asked: { payId: string; message: string; donor: AskingDonor },
  rewordAlert: RewordAlert,
) {
  const { messageMaxLength, stopWords } = await readDonationSettings(tx);
  const message = cleanText(asked.message);
  if (message === null) return refuse('Напишите сообщение');
  const fault = firstFailure(message, [maximumLength(messageMaxLength)]);
  if (fault !== null) return refuse(fault);
  const known = await readDonation(tx, asked.payId);
  if (known === null || !isOwnDonation(known, asked.donor)) throw failures.notFound();
  const payId = known.id;
  const masked = maskOf(stopWords).mask(message);
  const projectIds: string[] = [];
  for (const { id: donationId, projectId } of await lockJointRows(tx, payId)) {
    if (!(await rewordAlert(tx, { projectId, donationId, message: masked }))) continue;
    if ((await writeSecondMessage(tx, donationId, message)) === null) throw notRewordable();
    projectIds.push(projectId);
  }
  if (projectIds.length === 0) throw notRewordable();
  await dropCached(tx, [...projectIds.map((id) => `project:${id}`), 'recentDonations']);
  return { payId, message: masked };
}
