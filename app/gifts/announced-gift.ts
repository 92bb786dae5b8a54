import type { GiftKind } from './gift-rules.ts';

/** A gift that viewers may still get. */
export interface AnnouncedGift {
  readonly id: string;
  readonly kind: GiftKind;
  /** How many months or pieces nobody has got. */
  readonly left: number;
  /** The name of the product whose pieces are given; null: months. */
  readonly product: string | null;
}
