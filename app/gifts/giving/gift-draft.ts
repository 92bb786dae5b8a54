import { newIntent } from '#app/donations/donation-draft.ts';
import { type GiftReceiver, giftReceivers } from '#app/donations/gift-receivers.ts';
import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** The months that somebody is about to give. It survives reloads in this tab. */
export interface GiftDraft {
  readonly receiver: GiftReceiver;
  /** As typed. */
  readonly months: string;
  /** Empty: none is chosen. */
  readonly levelId: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  /** The `Idempotency-Key` of all attempts; another one after each change. Empty: none yet. */
  readonly intent: string;
}

export type GiftChange = Partial<Omit<GiftDraft, 'intent'>>;

const empty: GiftDraft = { receiver: 'Chat', months: '3', levelId: '', message: '', isAnonymous: false, intent: '' };

const textOf = (raw: unknown, otherwise: string) => (typeof raw === 'string' ? raw : otherwise);

function parse(raw: unknown): GiftDraft {
  const { receiver, months, levelId, message, isAnonymous, intent } = membersOf(raw);
  return {
    receiver: giftReceivers.find((one) => one === receiver) ?? empty.receiver,
    months: textOf(months, empty.months),
    levelId: textOf(levelId, ''),
    message: textOf(message, ''),
    isAnonymous: isAnonymous === true,
    intent: textOf(intent, ''),
  };
}

/** The draft of this tab for a creator. */
export const storedGiftDraft = (userId: string): StoredValue<GiftDraft> =>
  new StoredValue<GiftDraft>({ place: 'session', key: `months:${userId}`, empty, parse });

/** The draft as it is sent, with the key of its attempts. */
export const sentGift = (draft: GiftDraft): GiftDraft =>
  draft.intent === '' ? { ...draft, intent: newIntent() } : draft;
