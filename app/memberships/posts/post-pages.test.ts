import { afterAll, expect, test } from 'vitest';
import { setBlocked } from '#app/creators/creators.server.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { buildIfStale } from '../../../operation/install/build-if-stale.ts';

await buildIfStale(new URL('../../..', import.meta.url).pathname, () => undefined);
const app = await startApp({ env: { LIMITS: 'off' }, pages: 'built' });
afterAll(() => app.close());

const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
const words = { title: 'Гастроли', audience: 'everyone', text: 'Едем в Самарканд', isPublished: true };

interface Published {
  readonly postId: string;
  readonly userName: string;
  readonly creator: SignedIn;
}

async function publish(userName: string, more: object = {}): Promise<Published> {
  const creator = await signIn(app.db, testSecrets.jwt, { userName });
  const made = await app.api('POST Post/Save', { body: { ...words, ...more } }, creator);
  return { postId: String(dataOf(made).id), userName, creator };
}

async function read(path: string) {
  const answer = await fetch(`${app.url}${path}`);
  return { status: answer.status, text: await answer.text() };
}

/** What a guest finds of a post: in the list, in the answers of calls, on its page, in the sitemap. */
async function foundByGuest({ postId, userName }: Published) {
  const path = `/${userName}/posts/${postId}`;
  const [list, page, called, sitemap] = await Promise.all([
    read(`/${userName}/posts`),
    read(path),
    read(`/api/Post/Post?postId=${postId}`),
    read('/sitemap/posts-1.xml'),
  ]);
  return {
    isListed: list.text.includes(words.title),
    page: [page.status, page.text.includes(words.text)],
    call: called.status,
    isInSitemap: sitemap.text.includes(`${path}</loc>`),
  };
}

const found = { isListed: true, page: [200, true], call: 200, isInSitemap: true };
const gone = { isListed: false, page: [404, false], call: 404, isInSitemap: false };

const acts: readonly [string, (post: Published) => Promise<unknown>][] = [
  [
    'unpublished',
    ({ postId, creator }) =>
      app.api('POST Post/Save', { body: { ...words, postId, version: 1, isPublished: false } }, creator),
  ],
  ['deleted', ({ postId, creator }) => app.api('DELETE Post/Delete', { query: { postId, version: 1 } }, creator)],
  ['removed', ({ postId }) => app.api('POST Moderator/RemovePost', { body: { postId, reason: 'Реклама' } }, moderator)],
  ['blocked', ({ creator }) => app.db.transaction((tx) => setBlocked(tx, creator.userId, true))],
];

test.each(acts)('a guest who has read a post finds it no more once it is %s', async (name, act) => {
  const post = await publish(`singer.${name}`);
  expect(await foundByGuest(post)).toEqual(found);
  expect(await foundByGuest(post), 'from the cache').toEqual(found);
  await act(post);
  expect(await foundByGuest(post)).toEqual(gone);
});

test('the sitemap names posts for everyone alone', async () => {
  const open = await publish('singer.open');
  const closed = await publish('singer.closed', { audience: 'members' });
  expect((await read('/sitemap.xml')).text).toContain('/sitemap/posts-1.xml</loc>');
  const { text } = await read('/sitemap/posts-1.xml');
  expect(text).toContain(`/singer.open/posts/${open.postId}</loc>`);
  expect(text).not.toContain(closed.postId);
});
