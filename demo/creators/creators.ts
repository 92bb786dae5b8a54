import { z } from 'zod';
import { isCreatorTypeId } from '#app/creators/creator-types.ts';
import creatorsJson from './creators.json' with { type: 'json' };

const link = z.url({ protocol: /^https$/ }).optional();

/** What the site of a video would say of it; the picture is one of `demo/pictures`. */
const demoVideo = z.strictObject({
  address: z.url({ protocol: /^https$/ }),
  title: z.string().max(100),
  picture: z.string(),
});

const demoCreator = z.strictObject({
  userName: z.string(),
  givenName: z.string(),
  surName: z.string(),
  patronymic: z.string().nullable(),
  types: z.array(z.int().refine(isCreatorTypeId)).min(1).max(5),
  about: z.string().max(1_000),
  links: z.strictObject({
    InsLink: link,
    TgLink: link,
    FbLink: link,
    YoutubeLink: link,
    TwitchLink: link,
    TwitterLink: link,
    WebLink: link,
  }),
  isVerified: z.boolean(),
  /** In the ranking; null: not ranked. */
  place: z.int().nullable(),
  hidesName: z.boolean(),
  /** In `demo/pictures/avatars`; otherwise an initial is shown. */
  hasAvatar: z.boolean(),
  /** In `demo/pictures/banners`; otherwise an ikat is shown. */
  hasBanner: z.boolean(),
  /** How often he receives donations, relative to the others. */
  weight: z.number().positive(),
  /** The goal of the statistics widget; the amount in main units. */
  goal: z.strictObject({ title: z.string(), amount: z.int() }).nullable(),
  /** What makes his page his own. */
  look: z
    .strictObject({
      accent: z.string().optional(),
      pattern: z.int().optional(),
      thanks: z.string().max(300).optional(),
      video: demoVideo.optional(),
    })
    .optional(),
  joinedDaysAgo: z.int(),
});

export type DemoCreator = z.output<typeof demoCreator>;

/** The 24 creators of the demo world; the first is the one whose login is printed. */
export const demoCreators: readonly DemoCreator[] = z.array(demoCreator).parse(creatorsJson);
