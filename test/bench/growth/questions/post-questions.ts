import { type Asked, call, dropCached, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { idOfAnswer } from './donation-questions.ts';
import { foundId, placeNearEnd } from './found.ts';
import { commonCreator, userNameOf } from './public-questions.ts';
import { type Question, questionsOf } from './question.ts';

const project = idOf.project(1);

const isPublic = 'published_at is not null and removed_at is null';

const oldestPublic = `select published_at as at, id from post where project_id = $1 and ${isPublic} order by published_at, id`;
const oldestOwn = 'select created_at as at, id from post where project_id = $1 order by created_at, id';
const oldestOfAll = 'select published_at as at, id from post where published_at is not null order by published_at, id';

const nthPublic = `select id from post where project_id = $1 and audience = $2 and ${isPublic} order by id offset $3 limit 1`;

/** Answers are cached for guests until a post of the creator is changed. */
const forget = (fixture: Fixture) => dropCached(fixture, `posts:${project}`);

const written = (at: number) => ({
  title: `Пост ${at}`,
  teaser: 'Анонс',
  text: 'Текст поста',
  audience: 'level',
  levelId: idOf.level(5),
  isPublished: false,
});

const draft = async (fixture: Fixture, at: number) =>
  idOfAnswer(await call(fixture, 'POST Post/Save', { as: 'creator', body: written(at) }));

const reading = (audience: string, as: Asked['as']): Question['ask'] => {
  return async (fixture, at) => {
    await forget(fixture);
    return { as, query: { postId: await foundId(fixture, nthPublic, [project, audience, at]) } };
  };
};

/** What guests, members, creators and the staff read of posts, and what creators and the staff change. */
export const postQuestions: readonly Question[] = [
  ...questionsOf('GET Post/List', {
    'creator with most posts': async (fixture, at) => {
      await forget(fixture);
      return { query: { userName: userNameOf(1), Take: 10 + (at % 10) } };
    },
    'creator with most posts, last pages': async (fixture, at) => ({
      query: { userName: userNameOf(1), After: await placeNearEnd(fixture, oldestPublic, [project], 20 + at) },
    }),
    'a member asks': (_, at) => ({ as: 'member', query: { userName: userNameOf(1), Take: 10 + (at % 10) } }),
    'common creators': ({ sizes }, at) => ({ query: { userName: userNameOf(commonCreator(sizes.creators, at)) } }),
  }),
  ...questionsOf('GET Post/Post', {
    'for everyone': reading('everyone', 'guest'),
    'for a level, a member asks': reading('level', 'member'),
    'for members, its creator asks': reading('members', 'creator'),
  }),
  ...questionsOf('GET Post/Own', {
    'creator with most posts': (_, at) => ({ as: 'creator', query: { Take: 10 + (at % 10) } }),
    'last pages': async (fixture, at) => ({
      as: 'creator',
      query: { After: await placeNearEnd(fixture, oldestOwn, [project], 20 + at) },
    }),
  }),
  ...questionsOf('GET Post/Edit', {
    'an own one': async (fixture, at) => ({
      as: 'creator',
      query: { postId: await foundId(fixture, nthPublic, [project, 'members', at]) },
    }),
  }),
  ...questionsOf('GET Moderator/Posts', {
    'first pages': (_, at) => ({ as: 'moderator', query: { Take: 10 + (at % 10) } }),
    'last pages': async (fixture, at) => ({
      as: 'moderator',
      query: { After: await placeNearEnd(fixture, oldestOfAll, [], 20 + at) },
    }),
    'of the creator with most posts': (_, at) => ({
      as: 'moderator',
      query: { UserId: idOf.person(1), Take: 10 + (at % 10) },
    }),
  }),
  ...questionsOf('POST Post/Save', {
    'a new draft': (_, at) => ({ as: 'creator', body: written(at) }),
    'a draft again': async (fixture, at) => ({
      as: 'creator',
      body: { postId: await draft(fixture, at), version: 1, ...written(at) },
    }),
  }),
  ...questionsOf('DELETE Post/Delete', {
    'a draft': async (fixture, at) => ({ as: 'creator', query: { postId: await draft(fixture, at), version: 1 } }),
  }),
  ...questionsOf('POST Moderator/RemovePost', {
    'each time another': async (fixture, at) => ({
      as: 'moderator',
      body: { postId: await foundId(fixture, nthPublic, [project, 'members', at]), reason: 'Реклама' },
    }),
  }),
];
