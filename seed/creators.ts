import { z } from 'zod';
import { isCreatorTypeId } from '#app/creators/creator-types.ts';
import creatorsJson from './creators.json' with { type: 'json' };
import type { Portrait } from './pictures/portrait.ts';
import { colour } from './pictures/svg.ts';

const shade = z.custom<keyof typeof colour>((value) => typeof value === 'string' && Object.hasOwn(colour, value));

const portrait = z.strictObject({
  skin: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  hair: z.enum(['long', 'bob', 'bun', 'short', 'side', 'curly', 'braids', 'shaved']),
  hairColour: z.string().regex(/^#[0-9A-F]{6}$/),
  ground: shade,
  backdrop: z.enum(['sun', 'arch', 'rays', 'tiles', 'hills', 'ikat']),
  accent: shade,
  cloth: shade,
  collar: z.enum(['round', 'hood', 'shirt', 'atlas']),
  extras: z.array(
    z.enum(['doppa', 'headphones', 'beret', 'cap', 'scarf', 'earrings', 'glasses', 'beard', 'moustache']),
  ),
}) satisfies z.ZodType<Portrait>;

const link = z.url({ protocol: /^https$/ }).optional();

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
  /** Null: an initial stands for him. */
  portrait: portrait.nullable(),
  /** Null: an ikat stands for it. */
  banner: z
    .enum([
      'game',
      'stream',
      'music',
      'voice',
      'paint',
      'photograph',
      'books',
      'comic',
      'city',
      'journey',
      'suzani',
      'stage',
    ])
    .nullable(),
  /** How often he is given to, beside the others. */
  weight: z.number().positive(),
  /** What his statistics widget counts towards; the amount in main units. */
  goal: z.strictObject({ title: z.string(), amount: z.int() }).nullable(),
  joinedDaysAgo: z.int(),
});

/** A creator of the demo world. */
export type DemoCreator = z.output<typeof demoCreator>;

/** The 24 creators of the demo world; the first is the one whose login is printed. */
export const demoCreators: readonly DemoCreator[] = z.array(demoCreator).parse(creatorsJson);
