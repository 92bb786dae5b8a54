import type { PublishedField } from '#app/creators/published-fields.ts';
import type { ProfileDraft } from '../profile-draft.ts';

/** The sections of the form, in their order. */
export const editSections = ['main', 'about', 'links', 'look'] as const;

export type EditSection = (typeof editSections)[number];

/** The section that each field stands in. */
const places: Readonly<Record<PublishedField | Exclude<keyof ProfileDraft, 'fields'>, EditSection>> = {
  userName: 'main',
  givenName: 'main',
  surName: 'main',
  patronymic: 'main',
  HideFullName: 'main',
  Avatar: 'main',
  Banner: 'main',
  UserType: 'about',
  About: 'about',
  InsLink: 'links',
  TgLink: 'links',
  FbLink: 'links',
  YoutubeLink: 'links',
  TwitchLink: 'links',
  TwitterLink: 'links',
  WebLink: 'links',
  Video: 'look',
  ThanksText: 'look',
  Accent: 'look',
  Pattern: 'look',
  HideLive: 'look',
};

/** The address of the section with a field. */
export function addressOfField(name: keyof typeof places): string {
  const section = places[name];
  return section === 'main' ? '/profile/edit' : `/profile/edit?section=${section}`;
}

/** Which of these fields, named as in the form, stand in a section. */
export function fieldsIn(section: EditSection, names: readonly string[]): readonly string[] {
  return names.filter((name) => Object.entries(places).some(([field, place]) => field === name && place === section));
}
