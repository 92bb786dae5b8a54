/** A creator in the list that moderators put in order. */
export interface RankedCreator {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  /** A picture's name. */
  readonly avatar: string | null;
  readonly isBlocked: boolean;
}
