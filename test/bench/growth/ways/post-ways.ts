import { textOf } from '#test/bench/support/donation-maker.ts';
import { type Asked, call, dropCached, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { foundId } from './found.ts';
import { type Ask, waysOf } from './way.ts';

const project = idOf.project(1);

const nthPublic = `
  select id from post where project_id = $1 and audience = $2 and published_at is not null and removed_at is null
  order by id offset $3 limit 1`;

const postFor = (fixture: Fixture, audience: string, at: number) =>
  foundId(fixture, nthPublic, [project, audience, at]);

const written = (at: number) => ({
  title: `Пост ${at}`,
  teaser: 'Анонс',
  text: 'Текст поста',
  audience: 'level',
  levelId: idOf.level(5),
  isPublished: false,
});

const draft = async (fixture: Fixture, at: number) =>
  textOf(await call(fixture, 'POST Post/Save', { as: 'creator', body: written(at) }), 'id');

/** Answers are cached for guests until a post of the creator is changed. */
const reading = (audience: string, as: Asked['as']): Ask => {
  return async (fixture, at) => {
    await dropCached(fixture, `posts:${project}`);
    return { as, query: { postId: await postFor(fixture, audience, at) } };
  };
};

/** Posts of the creator with most of them. */
export const postWays = waysOf({
  'GET Post/Post': {
    'for everyone': reading('everyone', 'guest'),
    'for a level, a member asks': reading('level', 'member'),
    'for members, its creator asks': reading('members', 'creator'),
  },
  'GET Post/Edit': reading('members', 'creator'),
  'POST Post/Save': {
    'a new draft': (_, at) => ({ as: 'creator', body: written(at) }),
    'a draft again': async (fixture, at) => ({
      as: 'creator',
      body: { postId: await draft(fixture, at), version: 1, ...written(at) },
    }),
  },
  'DELETE Post/Delete': async (fixture, at) => ({
    as: 'creator',
    query: { postId: await draft(fixture, at), version: 1 },
  }),
  'POST Moderator/RemovePost': async (fixture, at) => ({
    as: 'moderator',
    body: { postId: await postFor(fixture, 'members', at), reason: 'Реклама' },
  }),
});
