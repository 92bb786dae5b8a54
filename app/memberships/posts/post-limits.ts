/** The most signs of the parts of a post. */
export const longest = { title: 120, teaser: 300, text: 20_000, video: 500 } as const;

/** How many pictures a post may have. */
export const mostPictures = 10;

/** The types of audio that a post may have one file of, and how large and long it may be. */
export const audioTypes = ['audio/mpeg', 'audio/mp4', 'audio/ogg'] as const;

export type AudioType = (typeof audioTypes)[number];

/** How names of such files end. */
export const audioEndings: Readonly<Record<AudioType, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
};

export const largestAudioBytes = 100 * 1024 * 1024;

export const longestAudioSeconds = 3 * 3_600;

/** Who may read a post. `level`: members of its level, and those who pay at least its price for another one. */
export const audiences = ['everyone', 'members', 'level'] as const;

export type Audience = (typeof audiences)[number];

/** Why a post is hidden from all but its creator or the staff: it is a draft, the staff has removed it, or its creator is blocked. */
export const hidings = ['draft', 'removed', 'blocked'] as const;

export type Hiding = (typeof hidings)[number];

/** How many posts of a creator members are notified of in a day. */
export const mostNotified = 3;

/** How many posts a page of a list has at most. */
export const mostListed = 20;
