import type { PublishedField } from '../creators/published-fields.ts';

/** What is confirmed of a person, as `findCreator` tells it. */
interface Published {
  readonly types: readonly number[];
  readonly hideFullName: boolean;
  readonly banner: string | null;
  readonly avatar: string | null;
  readonly about: string | null;
  readonly insLink: string | null;
  readonly tgLink: string | null;
  readonly fbLink: string | null;
  readonly youtubeLink: string | null;
  readonly twitchLink: string | null;
  readonly twitterLink: string | null;
  readonly webLink: string | null;
}

/** The values that everybody sees, in the form that fields of the profile have; `''`: none. */
export function publishedValues(creator: Published): Readonly<Record<PublishedField, string>> {
  return {
    UserType: creator.types.length === 0 ? '' : JSON.stringify(creator.types),
    HideFullName: String(creator.hideFullName),
    Banner: creator.banner ?? '',
    Avatar: creator.avatar ?? '',
    About: creator.about ?? '',
    InsLink: creator.insLink ?? '',
    TgLink: creator.tgLink ?? '',
    FbLink: creator.fbLink ?? '',
    YoutubeLink: creator.youtubeLink ?? '',
    TwitchLink: creator.twitchLink ?? '',
    TwitterLink: creator.twitterLink ?? '',
    WebLink: creator.webLink ?? '',
  };
}
