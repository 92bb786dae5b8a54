import { z } from 'zod';
import { isCreatorTypeId } from '../creator-types.ts';
import type { CreatorColumn } from '../creators-store.server.ts';
import type { PublishedField } from '../published-fields.ts';

const textColumns = {
  Banner: 'banner',
  Avatar: 'avatar',
  About: 'about',
  InsLink: 'ins_link',
  TgLink: 'tg_link',
  FbLink: 'fb_link',
  YoutubeLink: 'youtube_link',
  TwitchLink: 'twitch_link',
  TwitterLink: 'twitter_link',
  WebLink: 'web_link',
  Video: 'video',
  ThanksText: 'thanks_text',
  Accent: 'accent',
} as const satisfies Partial<Record<PublishedField, CreatorColumn>>;

const typeList = z.array(z.int().refine(isCreatorTypeId));

function typesOf(value: string): number[] {
  return value === '' ? [] : [...new Set(typeList.parse(JSON.parse(value)))];
}

/** The column of a confirmed field and its value there; throws if the value is not valid. */
export function columnOf(
  field: PublishedField,
  value: string,
): Partial<Record<CreatorColumn, string | number | boolean | number[] | null>> {
  if (field === 'UserType') return { types: typesOf(value) };
  if (field === 'HideFullName') return { hide_full_name: value === 'true' };
  if (field === 'HideLive') return { hide_live: value === 'true' };
  if (field === 'Pattern') return { pattern: value === '' ? null : Number(value) };
  return { [textColumns[field]]: value === '' ? null : value };
}
