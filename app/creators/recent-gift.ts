/** A gift of anybody to anybody, as the home page tells it. */
export interface RecentGift {
  readonly id: string;
  /** Null: the donor did not want to be named. Stop words are masked. */
  readonly name: string | null;
  /** Main units. */
  readonly amount: number;
  readonly creator: { readonly userName: string; readonly displayName: string };
}

declare module '#base/page-context.ts' {
  interface PageServices {
    /** The newest paid gifts of the whole platform, newest first, about a dozen; none to blocked creators. */
    readonly recentGifts: () => Promise<readonly RecentGift[]>;
  }
}
