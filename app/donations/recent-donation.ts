/** A donation to any creator, as the home page shows it. */
export interface RecentDonation {
  readonly id: string;
  /** Null: the donor did not want to be named. Stop words are masked. */
  readonly name: string | null;
  /** Main units. */
  readonly amount: number;
  readonly creator: { readonly userName: string; readonly displayName: string };
}
