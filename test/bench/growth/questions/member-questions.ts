import { call, dropCached, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { idOfAnswer } from './donation-questions.ts';
import { foundId, placeNearEnd } from './found.ts';
import { commonCreator, userNameOf } from './public-questions.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

const project = idOf.project(1);

const liveMembers = `
  select since as at, id from membership where project_id = $1 and state in ('Active', 'Overdue', 'Paused', 'Leaving') order by since, id`;
const endedMembers = `
  select since as at, id from membership where project_id = $1 and since is not null and state = 'Ended' order by since, id`;

export const memberQuestions: readonly Question[] = [
  ...questionsOf('GET Membership/Levels', {
    'common creators': ({ sizes }, at) => ({ query: { userName: userNameOf(commonCreator(sizes.creators, at)) } }),
    'creator with most members': async (fixture) => {
      await dropCached(fixture, `memberships:${project}`);
      return { query: { userName: userNameOf(1) } };
    },
  }),
  ...questionsOf('GET Membership/OwnLevels', { 'creator with most members': () => ({ as: 'creator' }) }),
  ...questionsOf('GET Membership/Members', {
    'creator with most members': (_, at) => ({ as: 'creator', query: { Take: 20 + at } }),
    'last pages': async (fixture, at) => ({
      as: 'creator',
      query: { After: await placeNearEnd(fixture, liveMembers, [project], 20 + at) },
    }),
    'ended ones': (_, at) => ({ as: 'creator', query: { State: 'Ended', Take: 20 + at } }),
    'ended ones, last pages': async (fixture, at) => ({
      as: 'creator',
      query: { State: 'Ended', After: await placeNearEnd(fixture, endedMembers, [project], 20 + at) },
    }),
    'a common creator': () => ({ as: 'author' }),
  }),
  ...questionsOf('GET Membership/Revenue', {
    'creator with most members, three years': () => ({ as: 'creator', query: { Months: 36 } }),
    'a common creator': () => ({ as: 'author' }),
  }),
  ...questionsOf('GET Membership/Export', {
    'creator with most members': () => ({ as: 'creator' }),
    'a common creator': () => ({ as: 'author' }),
  }),
  ...questionsOf('GET Membership/Messages', {
    'creator with most members': (_, at) => ({ as: 'creator', query: { Skip: at } }),
    'last pages': (_, at) => ({ as: 'creator', query: { Skip: nearEnd(700, at, 10) } }),
  }),
];

const written = (at: number) => ({
  name: `Уровень ${at}`,
  amount: 20_000 + at,
  words: 'Спасибо',
  benefits: ['Закрытый чат'],
});

async function createLevel(fixture: Fixture, at: number): Promise<string> {
  return idOfAnswer(await call(fixture, 'POST Membership/CreateLevel', { as: 'creator', body: written(at) }));
}

const ownLevels = [1, 2, 3].map((place) => idOf.level(4 + place));

const removeAddedLevels = ({ client }: Fixture) =>
  client.query('delete from membership_level where project_id = $1 and id <> all ($2)', [project, ownLevels]);

/** The creator with most members changes his levels. */
export const levelQuestions: readonly Question[] = [
  ...questionsOf('POST Membership/CreateLevel', {
    'creator with most members': async (fixture, at) => {
      await removeAddedLevels(fixture);
      return { as: 'creator', body: written(at) };
    },
  }),
  ...questionsOf('PUT Membership/Level', {
    'creator with most members': async (fixture, at) => {
      await removeAddedLevels(fixture);
      return { as: 'creator', body: { levelId: ownLevels[0], ...written(at) } };
    },
  }),
  ...questionsOf('DELETE Membership/Level', {
    'a new one': async (fixture, at) => ({ as: 'creator', query: { levelId: await createLevel(fixture, at) } }),
  }),
  ...questionsOf('PUT Membership/LevelOrder', {
    'creator with most members': async (fixture, at) => {
      await removeAddedLevels(fixture);
      return { as: 'creator', body: { levelIds: at % 2 === 0 ? ownLevels : ownLevels.toReversed() } };
    },
  }),
];

const today = `now() at time zone 'Asia/Tashkent'`;

/** He may write once a day. */
const forgetToday = ({ client }: Fixture) =>
  client.query(`delete from membership_message where project_id = $1 and day >= (${today})::date`, [project]);

const oldestMessages = 'select created_at as at, id from membership_message order by created_at, id';

/** Messages of creators to their members, for members and the staff. */
export const messageQuestions: readonly Question[] = [
  ...questionsOf('GET Membership/Received', {
    'a common member': (_, at) => ({ as: 'member', query: { Take: 5 + at } }),
    'who supports many creators': (_, at) => ({ as: 'donor', query: { Skip: at } }),
  }),
  ...questionsOf('GET Moderator/MemberMessages', {
    'first pages': (_, at) => ({ as: 'moderator', query: { Take: 20 + at } }),
    'last pages': async (fixture, at) => ({
      as: 'moderator',
      query: { After: await placeNearEnd(fixture, oldestMessages, [], 20 + at) },
    }),
    'of a creator': (_, at) => ({ as: 'moderator', query: { UserId: idOf.person(1), Take: 20 + at } }),
  }),
  ...questionsOf('POST Membership/Message', {
    'to all, creator with most members': async (fixture, at) => {
      await forgetToday(fixture);
      return { as: 'creator', body: { text: `Завтра эфир ${at}` } };
    },
    'to a level': async (fixture, at) => {
      await forgetToday(fixture);
      return { as: 'creator', body: { text: `Завтра эфир ${at}`, levelId: ownLevels[0] } };
    },
  }),
  ...questionsOf('POST Moderator/RemoveMemberMessage', {
    'each time another': async (fixture, at) => ({
      as: 'moderator',
      body: { messageId: await foundId(fixture, `${oldestMessages} offset ${at} limit 1`), reason: 'Реклама' },
    }),
  }),
];
