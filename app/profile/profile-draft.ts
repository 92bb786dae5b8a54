import type { PublishedField } from '#app/creators/published-fields.ts';
import type { FieldState } from './field-rules.ts';
import type { Profile } from './profile.calls.ts';

/** What the form of the profile holds while it is filled in. */
export interface ProfileDraft {
  readonly userName: string;
  readonly givenName: string;
  readonly surName: string;
  readonly patronymic: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A field's mark: its state at the server, `Changed` where it was edited here and not sent, `Empty` where nothing is in it. */
export type FieldMark = FieldState | 'Changed' | 'Empty';

/** The draft that says what the server has. */
export function draftOf(profile: Profile): ProfileDraft {
  const { userName, givenName, surName, patronymic, fields } = profile;
  return {
    userName,
    givenName: givenName ?? '',
    surName: surName ?? '',
    patronymic: patronymic ?? '',
    fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  };
}

/** The value of a field in a draft. */
export function valueIn(draft: ProfileDraft, name: PublishedField): string {
  return draft.fields[name] ?? '';
}

/** How a field is marked (specification, points 3 and 4). */
export function markOf(profile: Profile, draft: ProfileDraft, name: PublishedField): FieldMark {
  const field = profile.fields.find((one) => one.name === name);
  const value = valueIn(draft, name);
  if (field !== undefined && field.value !== value) return 'Changed';
  if (field?.state === 'Confirmed' && value === '') return 'Empty';
  return field?.state ?? 'Empty';
}

const texts = ['userName', 'givenName', 'surName', 'patronymic'] as const;

/** The body of an update. */
export type ProfileUpdate = {
  -readonly [Name in (typeof texts)[number]]?: string;
} & { fields: { name: PublishedField; value: string }[] };

const alwaysSent: readonly PublishedField[] = ['Banner', 'Avatar'];

/**
 * What is to be sent: only what changed, Banner and Avatar always, never a field in Awaiting (specification, point 5). Null
 * where nothing was changed.
 */
export function updateOf(profile: Profile, draft: ProfileDraft): ProfileUpdate | null {
  const before = draftOf(profile);
  const update: ProfileUpdate = { fields: [] };
  for (const name of texts) {
    if (draft[name].trim() !== before[name]) update[name] = draft[name].trim();
  }
  let isChanged = texts.some((name) => update[name] !== undefined);
  for (const { name, value, state } of profile.fields) {
    if (state === 'Awaiting') continue;
    const wanted = valueIn(draft, name);
    if (wanted !== value) isChanged = true;
    if (wanted !== value || alwaysSent.includes(name)) update.fields.push({ name, value: wanted });
  }
  return isChanged ? update : null;
}

/** The steps to a whole page, in the order in which they help most. */
export const profileSteps = ['avatar', 'name', 'types', 'about', 'banner', 'links'] as const;

export type ProfileStep = (typeof profileSteps)[number];

/** Which steps are still to be taken. A value that waits for a moderator counts, a rejected one does not. */
export function missingSteps(profile: Profile): ProfileStep[] {
  const has = (name: PublishedField) =>
    profile.fields.some((field) => field.name === name && field.value !== '' && field.state !== 'Reject');
  const isTaken: Readonly<Record<ProfileStep, boolean>> = {
    avatar: has('Avatar'),
    name: (profile.givenName ?? '') !== '',
    types: has('UserType'),
    about: has('About'),
    banner: has('Banner'),
    links: profile.fields.some((field) => field.name.endsWith('Link') && has(field.name)),
  };
  return profileSteps.filter((step) => !isTaken[step]);
}

/** The ids of a `UserType` value; none where it holds no list. */
export function typesIn(value: string): number[] {
  if (value === '') return [];
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
