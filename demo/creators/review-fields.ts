import type { CountryProfile } from '#app/country.ts';
import type { Images } from '#app/images/images.server.ts';
import { updateProfile } from '#app/profile/edit/update-profile.server.ts';
import type { ReviewedField } from '#app/profile/field-rules.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { localText } from '../local-text.ts';
import type { DemoPerson } from '../people.ts';
import { storeCreatorPictures } from '../stored-pictures.ts';

/** Fields that a creator has submitted for review. */
interface Request {
  readonly userName: string;
  readonly hoursAgo: number;
  readonly fields?: readonly { readonly name: ReviewedField; readonly value: string }[];
  /** The requested picture, `<userName>-requested` in `demo/pictures`. */
  readonly picture?: 'Avatar' | 'Banner';
}

const requests: readonly Request[] = [
  {
    userName: 'shohmat',
    hoursAgo: 27,
    fields: [{ name: 'YoutubeLink', value: 'https://youtube.com/@shohmat_live' }],
    picture: 'Avatar',
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
    picture: 'Banner',
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
    picture: 'Banner',
  },
];

interface World {
  readonly creators: ReadonlyMap<string, DemoPerson>;
  readonly images: Pick<Images, 'storeImage'>;
  readonly country: CountryProfile;
  readonly now: Date;
}

const ownPictures = statement('update image set owner_id = $1 where name in ($2, $3)');

const dateRequests = statement(`update profile_field set requested_at = $1 where user_id = $2 and state = 'Awaiting'`);

/** Submits fields of some creators for review: texts, links, types and pictures, a few hours old. */
export async function askForFields(tx: Tx, { creators, images, country, now }: World): Promise<void> {
  for (const { userName, hoursAgo, fields = [], picture } of requests) {
    const userId = creators.get(userName)?.userId;
    if (userId === undefined) throw new Error(`the demo world has no creator ${userName}`);
    const stored = await storeCreatorPictures(images, {
      userName: `${userName}-requested`,
      hasAvatar: picture === 'Avatar',
      hasBanner: picture === 'Banner',
    });
    const shown = [
      { name: 'Avatar', value: stored.avatar },
      { name: 'Banner', value: stored.banner },
    ] as const;
    const asked = [...fields, ...shown.filter(({ value }) => value !== null)];
    // Stored outside the transaction, because their owner is not committed yet.
    await tx.run(ownPictures, [userId, stored.avatar, stored.banner]);
    const local = asked.map(({ name, value }) => ({ name, value: localText(value ?? '', country) }));
    await updateProfile(tx, userId, { fields: local });
    const at = new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
    await tx.run(dateRequests, [at, userId]);
  }
}
