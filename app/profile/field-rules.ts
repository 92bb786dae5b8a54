import { isCreatorTypeId, mostCreatorTypes } from '#app/creators/creator-types.ts';
import type { PublishedField } from '#app/creators/published-fields.ts';
import { formMessages, maximumLength } from '#base/form-rules.ts';
import { httpsUrl, type LinkType, linkTypeOf } from './link-type.ts';

/** States of a reviewed field on the wire (contract, section 3); `Changed` is the browser's own. */
export const fieldStates = ['Awaiting', 'Confirmed', 'Reject'] as const;

export type FieldState = (typeof fieldStates)[number];

/** Fields that a moderator looks at before everybody sees them, in the order of the profile. */
export const reviewedFields = [
  'UserType',
  'Banner',
  'Avatar',
  'About',
  'InsLink',
  'TgLink',
  'FbLink',
  'YoutubeLink',
  'TwitchLink',
  'TwitterLink',
  'WebLink',
] as const satisfies readonly PublishedField[];

export type ReviewedField = (typeof reviewedFields)[number];

/** The links of a profile and where each must lead. */
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

/** The most characters of `About` (contract, section 3). */
export const longestAbout = 1_000;

/** The most characters of a link. */
const longestLink = 300;

/** The most characters of a given name, a surname or a patronymic. */
const longestName = 60;

const hostNames: Readonly<Record<Exclude<LinkType, 'web'>, string>> = {
  instagram: 'instagram.com',
  telegram: 't.me',
  facebook: 'facebook.com',
  youtube: 'youtube.com',
  twitch: 'twitch.tv',
  twitter: 'x.com',
};

/** What a value becomes, or what is wrong with it in Russian. */
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

function checkLink(name: LinkField, text: string): Checked {
  if (text === '') return { value: '' };
  const tooLong = maximumLength(longestLink)(text);
  if (tooLong !== null) return { problem: tooLong };
  if (httpsUrl(text) === null) return { problem: 'Нужна ссылка, которая начинается с https://' };
  const wanted = linkFields[name];
  if (wanted === 'web' || linkTypeOf(text) === wanted) return { value: text };
  return { problem: `Нужна ссылка на ${hostNames[wanted]}` };
}

function checkAbout(text: string): Checked {
  const problem = maximumLength(longestAbout)(text);
  return problem === null ? { value: text } : { problem };
}

/**
 * Checks a field of the profile and brings it into the one form that it is kept in; `''` takes a value off (contract,
 * section 3). Whether a picture exists and whose it is, only the server knows.
 */
export function checkField(name: PublishedField, text: string): Checked {
  const trimmed = text.replaceAll('\r\n', '\n').trim();
  if (name === 'UserType') return checkTypes(trimmed);
  if (name === 'HideFullName') {
    return trimmed === 'true' || trimmed === 'false' ? { value: trimmed } : { problem: 'Нужно true или false' };
  }
  if (isLinkField(name)) return checkLink(name, trimmed);
  return name === 'About' ? checkAbout(trimmed) : { value: trimmed };
}

/** What is wrong with a given name, a surname or a patronymic, in Russian, or null; it may be empty. */
export function nameProblem(text: string): string | null {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/u.test(text)) return 'Уберите лишние символы';
  return [...text.trim()].length > longestName ? formMessages.maximumLength(longestName) : null;
}
