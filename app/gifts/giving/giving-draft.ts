import { newIntent } from '#app/donations/donation-draft.ts';

/** What every gift is written down with until it is paid. */
export interface GivingDraft {
  readonly message: string;
  readonly isAnonymous: boolean;
  /** The `Idempotency-Key` of all attempts; another one after each change. Empty: none yet. */
  readonly intent: string;
}

/** The draft as it is sent, with the key of its attempts. */
export const sentDraft = <Draft extends GivingDraft>(draft: Draft): Draft =>
  draft.intent === '' ? { ...draft, intent: newIntent() } : draft;

export const textOf = (raw: unknown, otherwise = ''): string => (typeof raw === 'string' ? raw : otherwise);
