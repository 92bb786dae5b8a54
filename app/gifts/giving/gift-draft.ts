import { type GiftReceiver, giftReceivers } from '#app/donations/gift-receivers.ts';
import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import { type GivingDraft, textOf } from './giving-draft.ts';

/** The months that somebody is about to give. It survives reloads in this tab. */
export interface GiftDraft extends GivingDraft {
  readonly receiver: GiftReceiver;
  /** As typed. */
  readonly months: string;
  /** Empty: none is chosen. */
  readonly levelId: string;
}

const empty: GiftDraft = { receiver: 'Chat', months: '3', levelId: '', message: '', isAnonymous: false, intent: '' };

function parse(raw: unknown): GiftDraft {
  const { receiver, months, levelId, message, isAnonymous, intent } = membersOf(raw);
  return {
    receiver: giftReceivers.find((one) => one === receiver) ?? empty.receiver,
    months: textOf(months, empty.months),
    levelId: textOf(levelId),
    message: textOf(message),
    isAnonymous: isAnonymous === true,
    intent: textOf(intent),
  };
}

/** The draft of this tab for a creator. */
export const storedGiftDraft = (userId: string): StoredValue<GiftDraft> =>
  new StoredValue<GiftDraft>({ place: 'session', key: `months:${userId}`, empty, parse });
