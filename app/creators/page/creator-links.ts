/** Addresses of a creator's pages elsewhere, as the public `User` has them. */
export interface CreatorLinks {
  readonly insLink: string | null;
  readonly tgLink: string | null;
  readonly fbLink: string | null;
  readonly youtubeLink: string | null;
  readonly twitchLink: string | null;
  readonly twitterLink: string | null;
  readonly webLink: string | null;
}
