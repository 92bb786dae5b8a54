import { dropCached } from '#base/cache-tags.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { firstFailure, maximumLength } from '#base/form-rules.ts';
import { readSettings, stopWordsOf } from './donation-settings.server.ts';
import { cleanMessage } from './donation-text.ts';
import { readDonation } from './donations-store.server.ts';
import { type AskingDonor, isOwnGift } from './donor-proof.server.ts';
import { notRewordable } from './rewording-failures.ts';
import { writeSecondMessage } from './rewording-store.server.ts';

/**
 * Puts the second wording of a rejected message before the creator, in the transaction that writes it; `message` with stop words
 * masked. Answers false where the message is not a rejected one: then all is undone.
 */
export type RewordAlert = (
  tx: Tx,
  gift: { readonly projectId: string; readonly donationId: string; readonly message: string },
) => Promise<boolean>;

function refuse(message: string): never {
  throw failures.validationFailed.because({ message, fields: { message } });
}

/** Words a gift's message anew, once. Answers it as others may see it; a stranger is told that there is no such gift. */
export async function reword(
  tx: Tx,
  asked: { payId: string; message: string; donor: AskingDonor },
  rewordAlert: RewordAlert,
) {
  const { payId } = asked;
  const { messageMaxLength, stopWords } = await readSettings(tx);
  const message = cleanMessage(asked.message);
  if (message === null) return refuse('Напишите сообщение');
  const fault = firstFailure(message, [maximumLength(messageMaxLength)]);
  if (fault !== null) return refuse(fault);
  const known = await readDonation(tx, payId);
  if (known === null || !isOwnGift(known, asked.donor)) throw failures.notFound.because();
  const gift = await writeSecondMessage(tx, payId, message);
  const masked = stopWordsOf(stopWords).mask(message);
  const isTaken = gift && (await rewordAlert(tx, { projectId: gift.projectId, donationId: payId, message: masked }));
  if (!gift || !isTaken) throw notRewordable.because();
  await dropCached(tx, [`project:${gift.projectId}`, 'recentGifts']);
  return { payId, message: masked };
}
