import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { PublishedField } from '#app/creators/published-fields.ts';

const names: Readonly<Record<PublishedField, MessageDescriptor>> = {
  UserType: msg`Чем вы занимаетесь`,
  HideFullName: msg`Скрытие имени`,
  Banner: msg`Баннер`,
  Avatar: msg`Аватар`,
  About: msg`О себе`,
  InsLink: msg`Ссылка на Instagram`,
  TgLink: msg`Ссылка на Telegram`,
  FbLink: msg`Ссылка на Facebook`,
  YoutubeLink: msg`Ссылка на YouTube`,
  TwitchLink: msg`Ссылка на Twitch`,
  TwitterLink: msg`Ссылка на X (Twitter)`,
  WebLink: msg`Сайт`,
  Video: msg`Видео на странице`,
  ThanksText: msg`Слова благодарности`,
  Accent: msg`Цвет страницы`,
  Pattern: msg`Узор страницы`,
  HideLive: msg`Скрытие эфира`,
};

/** Names of the profile fields in the language of the page. */
export function useFieldNames(): Readonly<Record<PublishedField, string>> {
  const { _ } = useLingui();
  return {
    UserType: _(names.UserType),
    HideFullName: _(names.HideFullName),
    Banner: _(names.Banner),
    Avatar: _(names.Avatar),
    About: _(names.About),
    InsLink: _(names.InsLink),
    TgLink: _(names.TgLink),
    FbLink: _(names.FbLink),
    YoutubeLink: _(names.YoutubeLink),
    TwitchLink: _(names.TwitchLink),
    TwitterLink: _(names.TwitterLink),
    WebLink: _(names.WebLink),
    Video: _(names.Video),
    ThanksText: _(names.ThanksText),
    Accent: _(names.Accent),
    Pattern: _(names.Pattern),
    HideLive: _(names.HideLive),
  };
}
