import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** A donor's draft for one creator. It survives reloads and failures in this tab. */
export interface DonationDraft {
  /** As typed, grouped. */
  readonly amount: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  /**
   * The `Idempotency-Key` of this donation with the guest's secret: every attempt of the same intent sends them, so that a double
   * click, a reload and a lost answer create one payment. Empty until the first attempt.
   */
  readonly intent: string;
  /** The donation that the donor left unpaid on the page of a payment system: this one takes its place. Empty: none. */
  readonly left: string;
}

/** A random key and secret. `crypto.randomUUID` is missing where the site is not served over https. */
export function newIntent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `donation-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The draft after a change, which makes it another intent. */
export function changeDraft(
  draft: DonationDraft,
  change: Partial<Omit<DonationDraft, 'intent' | 'left'>>,
): DonationDraft {
  return { ...draft, ...change, intent: '' };
}

/** Parses a stored draft and drops what is invalid. */
export function parseDraft(raw: unknown): DonationDraft | null {
  const { amount, message, isAnonymous, intent, left } = membersOf(raw);
  if (typeof amount !== 'string' || typeof message !== 'string' || typeof intent !== 'string') return null;
  return { amount, message, isAnonymous: isAnonymous === true, intent, left: typeof left === 'string' ? left : '' };
}

/** The draft of this tab for a creator. `amount`: the first amount in the form. */
export function draftOf(userId: string, amount: string): StoredValue<DonationDraft> {
  return new StoredValue<DonationDraft>({
    place: 'session',
    key: `donation:${userId}`,
    empty: { amount, message: '', isAnonymous: false, intent: '', left: '' },
    parse: parseDraft,
  });
}

/** The donor's name, remembered in this browser for all creators. */
export const donorName = new StoredValue<string>({
  place: 'local',
  key: 'donorName',
  empty: '',
  parse: (raw) => (typeof raw === 'string' ? raw : null),
});
