import { silentMp3 } from '#test/support/audio/audio-files.ts';
import { sendAudio } from '#test/support/audio/send-audio.ts';
import { photo } from '#test/support/image-client.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import type { TestApp } from '#test/support/start-app.ts';
import type { Crowd } from './crowd.ts';

/** A person with little data, then one with much. */
export const sides = ['few', 'many'] as const;

/** The inputs of a read: for a person with little data and one with much. */
export interface Asked {
  readonly person: SignedIn;
  /** How many lines of a list. */
  readonly take: number;
  readonly userName: string;
  readonly payId: string;
  readonly orderId: string;
  readonly productId: string;
  readonly webhookId: string;
  readonly clientId: string;
  readonly payoutId: string;
  readonly membershipId: string;
  readonly giftId: string;
  readonly postId: string;
  readonly drawId: string;
  readonly pictureName: string;
  readonly audioName: string;
  readonly pickUpId: number;
  readonly widgetKey: string;
}

/** The inputs of the calls for both persons. */
export async function askedFor(app: TestApp, crowd: Crowd, side: (typeof sides)[number]): Promise<Asked> {
  const person = crowd[side];
  const { rows } = await app.db.pool.query<
    Omit<Asked, 'person' | 'take' | 'userName' | 'widgetKey' | 'pictureName' | 'audioName'>
  >(
    `select (select id from donation where project_id = $2 limit 1) as "payId",
      (select id from shop_order where user_id = $1 limit 1) as "orderId",
      (select id from product where user_id = $1 limit 1) as "productId",
      (select id from webhook where person_id = $1 limit 1) as "webhookId",
      (select min(number)::text from application where person_id = $1) as "clientId",
      (select id from payout where person_id = $1 limit 1) as "payoutId",
      (select id from membership where person_id = $1 order by id limit 1) as "membershipId",
      (select min(id::text)::uuid from gifted_months where project_id = $2) as "giftId",
      (select id from post where project_id = $2 limit 1) as "postId",
      (select id from draw where project_id = $2 and held_at is not null) as "drawId",
      (select id from pickup_point order by id offset $3 limit 1) as "pickUpId"`,
    [person.userId, person.projectId, sides.indexOf(side)],
  );
  const { body } = await app.api('POST Widget/RotateKey', {}, { token: person.token });
  const widgetKey = /"key":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? '';
  const [found] = rows;
  if (found === undefined) throw new Error('the crowd has not come');
  const bytes = await photo(64, 48).jpeg().toBuffer();
  const { name: pictureName } = await app.opora.areas.images.storeImage({
    bytes,
    type: 'Post',
    ownerId: person.userId,
  });
  await app.db.pool.query('update post set pictures = array[$2] where id = $1', [found.postId, pictureName]);
  const audio = Object(await (await sendAudio(app.url, person, silentMp3(1.2))).json());
  const audioName = String(audio.data.name);
  await app.db.pool.query('update post_audio set post_id = null where post_id = $1', [found.postId]);
  await app.db.pool.query('update post_audio set post_id = $1 where name = $2', [found.postId, audioName]);
  return {
    ...found,
    pictureName,
    audioName,
    person,
    userName: `${side}.things`,
    take: side === 'few' ? 1 : 50,
    widgetKey,
  };
}
