import type { Minor } from '#base/money/money.ts';

/** A donation as tools may read it: what the public may see. */
export interface ReadableDonation {
  readonly payId: string;
  /** Its number among the project's donations, from 1; never reused. */
  readonly number: number;
  /** Null: anonymous. Stop words are masked. */
  readonly name: string | null;
  /** Null: there is none, or it waits for approval. Stop words are masked. */
  readonly message: string | null;
  readonly amount: Minor;
  readonly paidAt: Date;
}

/** The name of a donor to tools that need one. */
export const anonymousName = 'Аноним';
