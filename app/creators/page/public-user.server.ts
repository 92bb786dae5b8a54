import type { PageUser, User } from '../creators.calls.ts';
import type { CreatorRow, PageCreatorRow } from '../creators-store.server.ts';

/** Builds the public `User`: hidden names become null (docs/rules.md#creators). */
export function publicUserOf(row: CreatorRow): User {
  const { givenName, surName, patronymic, types, orderPlace, isVerified, ...shown } = row;
  const names = row.hideFullName
    ? { givenName: null, surName: null, patronymic: null }
    : { givenName, surName, patronymic };
  const { userId, userName, hideFullName, avatar, banner, about, orderMerchant, hasProducts, hasPosts, projectId } =
    shown;
  const { accent, pattern, video } = shown;
  const { insLink, tgLink, fbLink, youtubeLink, twitchLink, twitterLink, webLink } = shown;
  const links = { insLink, tgLink, fbLink, youtubeLink, twitchLink, twitterLink, webLink };
  return {
    userId,
    userName,
    ...names,
    hideFullName,
    userType: types,
    avatar,
    banner,
    about,
    accent,
    pattern,
    video,
    ...links,
    order: orderPlace,
    orderMerchant,
    confirmed: isVerified,
    hasProducts,
    hasPosts,
    projectId,
  };
}

/** The same with what the creator's own page shows beside. */
export function pageUserOf(row: PageCreatorRow): PageUser {
  const { videoTitle, videoPicture, isSharing } = row;
  return { ...publicUserOf(row), videoTitle, videoPicture, isSharing };
}
