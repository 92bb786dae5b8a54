import type { findCreator } from '#app/creators/creators-store.server.ts';
import type { PublishedField } from '#app/creators/published-fields.ts';

type Creator = NonNullable<Awaited<ReturnType<typeof findCreator>>>;

/** The published values in the form that profile fields have; `''`: none. */
export function publishedValues(creator: Creator): Readonly<Record<PublishedField, string>> {
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
    Video: creator.video ?? '',
    ThanksText: creator.thanksText ?? '',
    Accent: creator.accent ?? '',
    Pattern: creator.pattern === null ? '' : String(creator.pattern),
    HideLive: String(creator.hideLive),
  };
}
