import { titleMessage } from '#app/creators/creator-failures.ts';
import { isCreatorTypeId, mostCreatorTypes } from '#app/creators/creator-types.ts';
import { addressOf, pinnedVideoOf } from '#app/creators/pinned-video.ts';
import { type PublishedField, publishedFields } from '#app/creators/published-fields.ts';
import { isTitle } from '#app/creators/staff-titles.ts';
import { ikatPatterns } from '#app/images/ikat-pattern.ts';
import { cleanText, isTurning, withoutNothing } from '#base/text/clean-text.ts';
import { formMessages, maximumLength } from '#base/text/form-rules.ts';
import { httpsUrl, type LinkType, linkTypeOf } from './link-type.ts';

/** States of a reviewed field on the wire (docs/rules.md#profile); `Changed` exists only in the browser. */
export const fieldStates = ['Awaiting', 'Confirmed', 'Reject'] as const;

export type FieldState = (typeof fieldStates)[number];

/** Fields that are public as soon as they are saved. */
const ownFields = ['HideFullName', 'Accent', 'Pattern', 'HideLive'] as const satisfies readonly PublishedField[];

export type ReviewedField = Exclude<PublishedField, (typeof ownFields)[number]>;

/** Whether a moderator sees a field first. */
export function isReviewed(name: PublishedField): name is ReviewedField {
  return !ownFields.some((own) => own === name);
}

/** In the order of the profile. */
export const reviewedFields = publishedFields.filter(isReviewed);

/** The link fields and the network of each. */
export const linkFields = {
  InsLink: 'instagram',
  TgLink: 'telegram',
  FbLink: 'facebook',
  YoutubeLink: 'youtube',
  TwitchLink: 'twitch',
  TwitterLink: 'twitter',
  WebLink: 'web',
} as const satisfies Partial<Record<ReviewedField, LinkType>>;

export type LinkField = keyof typeof linkFields;

/** Whether a field is a link. */
export function isLinkField(name: string): name is LinkField {
  return Object.hasOwn(linkFields, name);
}

/** Maximum length of `About` (docs/rules.md#profile). */
export const longestAbout = 1_000;

/** Maximum length of `ThanksText`. */
export const longestThanks = 300;

/** Maximum length of a link. */
const longestLink = 300;

/** Maximum length of a given name, a surname or a patronymic. */
const longestName = 60;

const hostNames: Readonly<Record<Exclude<LinkType, 'web'>, string>> = {
  instagram: 'instagram.com',
  telegram: 't.me',
  facebook: 'facebook.com',
  youtube: 'youtube.com',
  twitch: 'twitch.tv',
  twitter: 'x.com',
};

const noScheme = 'Добавьте https:// в начале';
const plainHttp = 'Ссылка должна начинаться с https://, а не с http://';

/** The normalised value, or the problem with it in Russian. */
export type Checked = { readonly value: string } | { readonly problem: string };

function checkTypes(text: string): Checked {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return { problem: 'Нужен список типов' };
  }
  if (!Array.isArray(list)) return { problem: 'Нужен список типов' };
  const ids: unknown[] = list;
  if (ids.length === 0) return { problem: 'Выберите хотя бы один тип' };
  if (ids.length > mostCreatorTypes) return { problem: `Не больше ${mostCreatorTypes} типов` };
  if (!ids.every((id) => typeof id === 'number' && isCreatorTypeId(id))) return { problem: 'Такого типа автора нет' };
  return new Set(ids).size === ids.length ? { value: JSON.stringify(ids) } : { problem: 'Тип указан дважды' };
}

/** What a link lacks that is no https link. */
function linkProblem(text: string, wanted: LinkType): string {
  if (/^http:\/\//i.test(text)) return plainHttp;
  if (/^https:\/\//i.test(text)) return 'В ссылке ошибка: скопируйте её целиком из адресной строки браузера';
  if (httpsUrl(`https://${text}`) !== null && !text.includes('@')) return noScheme;
  return wanted === 'web'
    ? 'Нужна ссылка, которая начинается с https://'
    : `Нужна ссылка целиком, как https://${hostNames[wanted]}/имя`;
}

function checkLink(name: LinkField, text: string): Checked {
  if (text === '') return { value: '' };
  const tooLong = maximumLength(longestLink)(text);
  if (tooLong !== null) return { problem: tooLong };
  const wanted = linkFields[name];
  if (httpsUrl(text) === null) return { problem: linkProblem(text, wanted) };
  if (wanted === 'web' || linkTypeOf(text) === wanted) return { value: text };
  return { problem: `Нужна ссылка на ${hostNames[wanted]}` };
}

function checkAccent(text: string): Checked {
  return text === '' || /^#[0-9a-f]{6}$/.test(text) ? { value: text } : { problem: 'Цвет вида #C2334D' };
}

function checkPattern(text: string): Checked {
  const isKnown = /^[1-9]\d?$/.test(text) && Number(text) <= ikatPatterns;
  return text === '' || isKnown ? { value: text } : { problem: 'Такого узора нет' };
}

function checkVideo(text: string): Checked {
  if (text === '') return { value: '' };
  const video = pinnedVideoOf(text);
  if (video !== null) return { value: addressOf(video) };
  if (pinnedVideoOf(`https://${text}`) !== null) return { problem: noScheme };
  if (pinnedVideoOf(text.replace(/^http:/i, 'https:')) !== null) return { problem: plainHttp };
  return { problem: 'Нужна ссылка на видео на YouTube или Twitch' };
}

function checkLength(text: string, longest: number): Checked {
  const problem = maximumLength(longest)(text);
  return problem === null ? { value: text } : { problem };
}

/**
 * Validates a field of the profile and normalises its value; `''` removes the value (docs/rules.md#profile). Whether a picture exists and
 * belongs to the user, only the server knows.
 */
export function checkField(name: PublishedField, text: string): Checked {
  const trimmed = text.replaceAll('\r\n', '\n').trim();
  if (name === 'UserType') return checkTypes(trimmed);
  if (name === 'HideFullName' || name === 'HideLive') {
    return trimmed === 'true' || trimmed === 'false' ? { value: trimmed } : { problem: 'Нужно true или false' };
  }
  if (isLinkField(name)) return checkLink(name, trimmed);
  if (name === 'Accent') return checkAccent(trimmed.toLowerCase());
  if (name === 'Pattern') return checkPattern(trimmed);
  if (name === 'Video') return checkVideo(trimmed);
  if (name !== 'ThanksText' && name !== 'About') return { value: trimmed };
  if (isTurning(text)) return { problem: formMessages.turning };
  return name === 'ThanksText'
    ? checkLength(cleanText(text) ?? '', longestThanks)
    : checkLength(withoutNothing(trimmed).trim(), longestAbout);
}

/** The problem with a given name, a surname or a patronymic, in Russian, or null; an empty name is valid. */
export function nameProblem(text: string): string | null {
  if (withoutNothing(text) !== text || /[\p{Cc}\p{Zl}\p{Zp}<>]/u.test(text)) return 'Уберите лишние символы';
  if (isTitle(text)) return titleMessage;
  return [...text.trim()].length > longestName ? formMessages.maximumLength(longestName) : null;
}
