/** The fields of a profile that its public page shows (contract, section 3). */
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
] as const;

export type PublishedField = (typeof publishedFields)[number];
