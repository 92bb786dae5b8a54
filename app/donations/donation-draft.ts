import { membersOf, StoredValue } from '#base/stored-value.ts';

/** What a donor has filled in for one creator. It outlives reloads and failures, in this tab. */
export interface DonationDraft {
  /** As typed, grouped. */
  readonly amount: string;
  readonly message: string;
  readonly isAnonymous: boolean;
  /**
   * The `Idempotency-Key` of this very gift: every try of the same intent bears it, so that a double click, a reload and
   * a lost answer make one payment. Empty until the first try.
   */
  readonly intent: string;
}

/** A key nobody else has; `crypto.randomUUID` is missing where the site is not served over https. */
export function newIntent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `gift-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The draft after a change: another gift is another intent. */
export function changeDraft(draft: DonationDraft, change: Partial<Omit<DonationDraft, 'intent'>>): DonationDraft {
  return { ...draft, ...change, intent: '' };
}

/** What may be used of what storage holds. */
export function parseDraft(raw: unknown): DonationDraft | null {
  const { amount, message, isAnonymous, intent } = membersOf(raw);
  if (typeof amount !== 'string' || typeof message !== 'string' || typeof intent !== 'string') return null;
  return { amount, message, isAnonymous: isAnonymous === true, intent };
}

/** The draft of this tab for a creator. `amount`: the sum that stands there before anything was typed. */
export function draftOf(userId: string, amount: string): StoredValue<DonationDraft> {
  return new StoredValue<DonationDraft>({
    place: 'session',
    key: `gift:${userId}`,
    empty: { amount, message: '', isAnonymous: false, intent: '' },
    parse: parseDraft,
  });
}

/** How the donor calls himself, remembered in this browser for all creators. */
export const donorName = new StoredValue<string>({
  place: 'local',
  key: 'donorName',
  empty: '',
  parse: (raw) => (typeof raw === 'string' ? raw : null),
});
