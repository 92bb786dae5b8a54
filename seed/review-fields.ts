import { sql } from 'drizzle-orm';
import type { Images } from '#app/images/images.server.ts';
import type { ReviewedField } from '#app/profile/field-rules.ts';
import { updateProfile } from '#app/profile/update-profile.server.ts';
import type { Tx } from '#base/db.server.ts';
import { type DemoCreator, demoCreators } from './creators.ts';
import type { DemoPerson } from './people.ts';
import { drawPictures } from './pictures/drawn-pictures.ts';

/** What somebody wishes to have on his page. */
interface Wish {
  readonly userName: string;
  readonly hoursAgo: number;
  readonly fields?: readonly { readonly name: ReviewedField; readonly value: string }[];
  /** What his new avatar, or banner, is drawn of. */
  readonly pictures?: Partial<Pick<DemoCreator, 'portrait' | 'banner'>>;
}

const wishes: readonly Wish[] = [
  {
    userName: 'shohmat',
    hoursAgo: 27,
    fields: [{ name: 'YoutubeLink', value: 'https://youtube.com/@shohmat_live' }],
    pictures: {
      portrait: {
        ...{ skin: 1, hair: 'side', hairColour: '#2A1B16', ground: 'indigo', backdrop: 'tiles', accent: 'saffron' },
        ...{ cloth: 'paper', collar: 'shirt', extras: ['glasses'] },
      },
    },
  },
  {
    userName: 'lola.kitob',
    hoursAgo: 20,
    fields: [
      {
        name: 'About',
        value:
          'Пишу повести о девочке с улицы Чигатай и читаю их вслух. Первые главы всегда бесплатно, а по субботам отвечаю на письма читателей.',
      },
    ],
  },
  {
    userName: 'sevara_vlog',
    hoursAgo: 14,
    fields: [{ name: 'UserType', value: '[0,13]' }],
    pictures: { banner: 'city' },
  },
  {
    userName: 'eldor',
    hoursAgo: 9,
    fields: [
      {
        name: 'About',
        value: 'Гонки, руль с рук и очень много терпения. Ставки без риска, пишите в личку, научу зарабатывать!!!',
      },
      { name: 'TgLink', value: 'https://t.me/eldor_stavki' },
    ],
  },
  {
    userName: 'ziyo_yozadi',
    hoursAgo: 6,
    fields: [
      { name: 'InsLink', value: 'https://instagram.com/ziyo_yozadi' },
      { name: 'UserType', value: '[9,13]' },
    ],
  },
  { userName: 'multik_bola', hoursAgo: 3, fields: [{ name: 'WebLink', value: 'https://multik-bola.uz' }] },
  {
    userName: 'nilufar.art',
    hoursAgo: 1,
    fields: [{ name: 'TgLink', value: 'https://t.me/nilufar_art' }],
    pictures: { banner: 'paint' },
  },
];

interface World {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly images: Pick<Images, 'storeImage'>;
  readonly now: Date;
}

/** Puts what some creators ask to have on their pages before the moderators: texts, links, types and pictures, a few hours old. */
export async function askForFields(tx: Tx, { creators, images, now }: World): Promise<void> {
  for (const { userName, hoursAgo, fields = [], pictures = {} } of wishes) {
    const creator = demoCreators.find((one) => one.userName === userName);
    const userId = creators.get(userName)?.userId;
    if (creator === undefined || userId === undefined)
      throw new Error(`nobody in the demo world is called ${userName}`);
    const drawn = await drawPictures(images, { ...creator, portrait: null, banner: null, ...pictures });
    const shown = [
      { name: 'Avatar', value: drawn.avatar },
      { name: 'Banner', value: drawn.banner },
    ] as const;
    const asked = [...fields, ...shown.filter(({ value }) => value !== null)];
    // Stored beside the transaction, in which alone their owner is known yet.
    await tx.execute(sql`update image set owner_id = ${userId} where name in (${drawn.avatar}, ${drawn.banner})`);
    await updateProfile(tx, userId, { fields: asked });
    const at = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
    await tx.execute(
      sql`update profile_field set requested_at = ${at} where user_id = ${userId} and state = 'Awaiting'`,
    );
  }
}
