import type { PublishedField } from '#app/creators/published-fields.ts';
import type { Locale } from '#base/text/locales.ts';

type FieldWords = Readonly<Record<PublishedField, string>>;

const russian: FieldWords = {
  UserType: 'Чем вы занимаетесь',
  HideFullName: 'Скрытие имени',
  Banner: 'Баннер',
  Avatar: 'Аватар',
  About: 'О себе',
  InsLink: 'Ссылка на Instagram',
  TgLink: 'Ссылка на Telegram',
  FbLink: 'Ссылка на Facebook',
  YoutubeLink: 'Ссылка на YouTube',
  TwitchLink: 'Ссылка на Twitch',
  TwitterLink: 'Ссылка на X (Twitter)',
  WebLink: 'Сайт',
  Video: 'Видео на странице',
  ThanksText: 'Слова благодарности',
  Accent: 'Цвет страницы',
  Pattern: 'Узор страницы',
  HideLive: 'Скрытие эфира',
};

const uzbek: FieldWords = {
  UserType: 'Nima bilan shugʻullanasiz',
  HideFullName: 'Ismni yashirish',
  Banner: 'Banner',
  Avatar: 'Avatar',
  About: 'Oʻzingiz haqingizda',
  InsLink: 'Instagram havolasi',
  TgLink: 'Telegram havolasi',
  FbLink: 'Facebook havolasi',
  YoutubeLink: 'YouTube havolasi',
  TwitchLink: 'Twitch havolasi',
  TwitterLink: 'X (Twitter) havolasi',
  WebLink: 'Sayt',
  Video: 'Sahifadagi video',
  ThanksText: 'Minnatdorchilik soʻzlari',
  Accent: 'Sahifa rangi',
  Pattern: 'Sahifa naqshi',
  HideLive: 'Efirni yashirish',
};

const english: FieldWords = {
  UserType: 'What you do',
  HideFullName: 'Hiding your name',
  Banner: 'Banner',
  Avatar: 'Avatar',
  About: 'About you',
  InsLink: 'Instagram link',
  TgLink: 'Telegram link',
  FbLink: 'Facebook link',
  YoutubeLink: 'YouTube link',
  TwitchLink: 'Twitch link',
  TwitterLink: 'X (Twitter) link',
  WebLink: 'Website',
  Video: 'Video on the page',
  ThanksText: 'Words of thanks',
  Accent: 'Colour of the page',
  Pattern: 'Pattern of the page',
  HideLive: 'Hiding that you are live',
};

/** The names of profile fields in messages, by language. */
export const fieldWords: Readonly<Record<Locale, FieldWords>> = { ru: russian, uz: uzbek, en: english };
