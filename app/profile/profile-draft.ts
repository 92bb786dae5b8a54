import type { PublishedField } from '#app/creators/published-fields.ts';
import type { FieldState } from './field-rules.ts';
import type { Profile } from './profile.calls.ts';

/** The content of the profile form. */
export interface ProfileDraft {
  readonly userName: string;
  readonly givenName: string;
  readonly surName: string;
  readonly patronymic: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The label of a field: its state on the server, `Changed` if edited but not sent, `Empty` if it has no value. */
export type FieldMark = FieldState | 'Changed' | 'Empty';

/** A draft with the values of the server. */
export function profileDraftOf(profile: Profile): ProfileDraft {
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

/** The label of a field (docs/rules.md#wire). */
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
 * Builds the update: only changed fields, Banner and Avatar always, never a field in Awaiting (docs/rules.md#form-rules). Null if nothing
 * was changed.
 */
export function updateOf(profile: Profile, draft: ProfileDraft): ProfileUpdate | null {
  const before = profileDraftOf(profile);
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

/** Whether a draft has another value of a field under review, which no update sends: it went to the moderator from another device. */
export function hasUnsent({ fields }: Profile, draft: ProfileDraft): boolean {
  return fields.some(({ name, value, state }) => state === 'Awaiting' && valueIn(draft, name) !== value);
}

/** The number of a `Pattern` value. */
export function patternIn(value: string): number | null {
  return value === '' ? null : Number(value);
}

/** The ids of a `UserType` value; none if it is no list. */
export function typesIn(value: string): number[] {
  if (value === '') return [];
  try {
    const ids: unknown = JSON.parse(value);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
