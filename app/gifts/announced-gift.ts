/** Gifted months that viewers may still get. */
export interface AnnouncedGift {
  readonly id: string;
  /** How many nobody has taken. */
  readonly months: number;
}
