/** The fields of a profile that its public page shows (docs/rules.md#profile). */
export const publishedFields = [
  'UserType',
  'HideFullName',
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
  'Video',
  'ThanksText',
  'Accent',
  'Pattern',
  'HideLive',
] as const;

export type PublishedField = (typeof publishedFields)[number];
