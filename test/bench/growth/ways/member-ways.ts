import { textOf } from '#test/bench/support/donation-maker.ts';
import { call, dropCached, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { commonCreator, userNameOf } from '../values.ts';
import { foundId } from './found.ts';
import { type Ask, waysOf } from './way.ts';

const as = 'creator' as const;
const project = idOf.project(1);
const ownLevels = [1, 2, 3].map((place) => idOf.level(4 + place));

const written = (at: number) => ({
  name: `Уровень ${at}`,
  amount: 20_000 + at,
  words: 'Спасибо',
  benefits: ['Закрытый чат'],
});

/** So many levels may a creator have. */
const amongOwnLevels = (body: (at: number) => object): Ask => {
  return async ({ client }, at) => {
    await client.query('delete from membership_level where project_id = $1 and id <> all ($2)', [project, ownLevels]);
    return { as, body: body(at) };
  };
};

/** Creators may write once a day. */
const onNewDay = (body: (at: number) => object): Ask => {
  return async ({ client }, at) => {
    await client.query(
      `delete from membership_message where project_id = $1 and day >= (now() at time zone 'Asia/Tashkent')::date`,
      [project],
    );
    return { as, body: body(at) };
  };
};

async function createLevel(fixture: Fixture, at: number): Promise<string> {
  return textOf(await call(fixture, 'POST Membership/CreateLevel', { as, body: written(at) }), 'id');
}

/** What the creator with most members changes and writes to them. */
export const memberWays = waysOf({
  'GET Membership/Levels': {
    'common creators': ({ sizes }, at) => ({ query: { userName: userNameOf(commonCreator(sizes.creators, at)) } }),
    'creator with most members': async (fixture) => {
      await dropCached(fixture, `memberships:${project}`);
      return { query: { userName: userNameOf(1) } };
    },
  },
  'POST Membership/CreateLevel': amongOwnLevels(written),
  'PUT Membership/Level': amongOwnLevels((at) => ({ levelId: ownLevels[0], ...written(at) })),
  'DELETE Membership/Level': async (fixture, at) => ({ as, query: { levelId: await createLevel(fixture, at) } }),
  'PUT Membership/LevelOrder': amongOwnLevels((at) => ({
    levelIds: at % 2 === 0 ? ownLevels : ownLevels.toReversed(),
  })),
  'POST Membership/Message': {
    'to all, creator with most members': onNewDay((at) => ({ text: `Завтра эфир ${at}` })),
    'to a level': onNewDay((at) => ({ text: `Завтра эфир ${at}`, levelId: ownLevels[0] })),
  },
  'POST Moderator/RemoveMemberMessage': async (fixture, at) => {
    const messages = 'select id from membership_message order by created_at, id offset $1 limit 1';
    return { as: 'moderator', body: { messageId: await foundId(fixture, messages, [at]), reason: 'Реклама' } };
  },
});
