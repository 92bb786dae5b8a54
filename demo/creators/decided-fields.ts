import sql from 'sql-template-tag';
import type { CountryProfile } from '#app/country.ts';
import type { ReviewedField } from '#app/profile/field-rules.ts';
import { confirmFields, rejectFields } from '#app/profile/profile.server.ts';
import { requestFields } from '#app/profile/review/profile-store.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { localText } from '../local-text.ts';
import type { DemoPerson } from '../people.ts';
import type { CreatorPictures } from '../stored-pictures.ts';
import { type DemoCreator, demoCreators } from './creators.ts';

interface World {
  readonly moderator: DemoPerson;
  readonly creators: ReadonlyMap<string, DemoPerson>;
  /** By user name. */
  readonly pictures: ReadonlyMap<string, CreatorPictures>;
  readonly country: CountryProfile;
  readonly now: Date;
}

/** Fields that a moderator has refused, with the reason. */
interface Refused {
  readonly userName: string;
  readonly name: ReviewedField;
  readonly value: string;
  readonly comment: string;
  readonly daysAgo: number;
}

const refused: readonly Refused[] = [
  {
    userName: 'eldor',
    name: 'WebLink',
    value: 'https://big-win-casino.example',
    daysAgo: 40,
    comment: 'Ссылки на азартные игры не публикуем.',
  },
  {
    userName: 'multik_bola',
    name: 'InsLink',
    value: 'https://instagram.com/disney',
    daysAgo: 12,
    comment: 'Это чужая страница. Укажите свою.',
  },
  {
    userName: 'sevara_vlog',
    name: 'FbLink',
    value: 'https://facebook.com/sevara.shop.sale',
    daysAgo: 5,
    comment: 'По ссылке магазин, а не ваша страница.',
  },
];

const hour = 3_600_000;
const day = 24 * hour;

function fieldsOf(
  { types, about, links, look }: DemoCreator,
  pictures: CreatorPictures | undefined,
  country: CountryProfile,
) {
  const values = new Map<ReviewedField, string>([['UserType', JSON.stringify(types)]]);
  const others: Partial<Record<ReviewedField, string | null | undefined>> = {
    About: about,
    Avatar: pictures?.avatar,
    Banner: pictures?.banner,
    ...links,
    Video: look?.video?.address,
    ThanksText: look?.thanks,
  };
  const names = ['About', 'Avatar', 'Banner', 'InsLink', 'TgLink', 'FbLink', 'YoutubeLink', 'TwitchLink'] as const;
  for (const name of [...names, 'TwitterLink', 'WebLink', 'Video', 'ThanksText'] as const) {
    const value = others[name];
    if (value) values.set(name, localText(value, country));
  }
  return values;
}

/** Moves the dates of a decision and its request back; the decision came some hours after the request. */
async function dateBack(tx: Tx, userId: string, names: readonly ReviewedField[], decidedAt: Date): Promise<void> {
  const decided = decidedAt.toISOString();
  const asked = new Date(decidedAt.getTime() - 7 * hour).toISOString();
  const which = sql`user_id = ${userId} and name = any(${names}::text[])`;
  await tx.execute(sql`update profile_field set requested_at = ${asked}, decided_at = ${decided} where ${which}`);
  await tx.execute(sql`update field_decision set requested_at = ${asked}, decided_at = ${decided} where ${which}`);
}

const describe = statement(
  'update creator_video set title = $2, picture = $3, tries = 1, next_at = null where user_id = $1',
);

/** Confirms the fields of the creators' pages as a moderator, and refuses a few others. */
export async function decideFields(tx: Tx, { moderator, creators, pictures, country, now }: World): Promise<void> {
  const moderatorId = moderator.userId;
  for (const creator of demoCreators) {
    const userId = creators.get(creator.userName)?.userId;
    if (userId === undefined) continue;
    const values = fieldsOf(creator, pictures.get(creator.userName), country);
    const fields = [...values.keys()];
    await requestFields(tx, userId, values);
    await confirmFields(tx, { userId, fields, moderatorId });
    const title = creator.look?.video?.title;
    // What the site of the video would have said of it.
    const picture = pictures.get(creator.userName)?.video ?? null;
    if (title !== undefined) await tx.run(describe, [userId, localText(title, country), picture]);
    await dateBack(tx, userId, fields, new Date(now.getTime() - creator.joinedDaysAgo * day + 20 * hour));
  }
  for (const { userName, name, value, comment, daysAgo } of refused) {
    const userId = creators.get(userName)?.userId;
    if (userId === undefined) throw new Error(`nobody in the demo world is called ${userName}`);
    await requestFields(tx, userId, new Map([[name, value]]));
    await rejectFields(tx, { userId, fields: [name], comments: { [name]: comment }, moderatorId });
    await dateBack(tx, userId, [name], new Date(now.getTime() - daysAgo * day));
  }
}
