/** A creator in a ranking. */
export interface RankedCreator {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  /** A picture's name. */
  readonly avatar: string | null;
  readonly isBlocked: boolean;
}
