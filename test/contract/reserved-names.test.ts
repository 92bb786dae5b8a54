import { globSync, readdirSync, readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, describe, expect, test } from 'vitest';
import { isReservedUserName } from '#app/creators/reserved-names.ts';
import { isSpeakingUserName } from '#app/creators/speaking-names.ts';
import { isAdminName, isUserName } from '#app/creators/user-name.ts';
import routes from '#app/routes.ts';
import { routeWords } from '#base/text/plain-path.ts';
import { profileClient } from '#test/support/profile-client.ts';
import { startApp } from '#test/support/start-app.ts';

const folder = new URL('../..', import.meta.url).pathname;

/** The paths of all routes; layouts have none of their own. */
function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)]);
}

const isStatic = (segment: string | undefined): segment is string => segment !== undefined && /^[^:*]+$/.test(segment);

const segmentsAt = (place: number, paths: readonly string[]) => [
  ...new Set(paths.map((path) => path.split('/')[place]).filter(isStatic)),
];

const firstSegments = segmentsAt(0, pathsOf(routes));
const profileSegments = segmentsAt(
  1,
  pathsOf(routes).filter((path) => path.startsWith('profile/')),
);
const publicFiles = readdirSync(`${folder}public`);
/** First segments of the server's own routes at the root: `app.get('/robots.txt', …)`. */
const served = globSync(['app/**/*.server.ts', 'base/**/*.server.ts'], { cwd: folder }).flatMap((file) =>
  [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/\bapp\.(?:get|post|all)\b[^'`]*['`]\/([\w.-]+)/g)].map(
    ([, first = '']) => first,
  ),
);

const app = await startApp();
afterAll(() => app.close());
const { newcomer, update, profileOf } = profileClient(() => app);

describe('names behind which no page can be found (docs/rules.md#user-names)', () => {
  test('are those of the routes, the folder public and the routes of the server', () => {
    expect([...routeWords].toSorted()).toEqual(firstSegments.toSorted());
    expect(profileSegments).toEqual(expect.arrayContaining(['edit', 'dock', 'tools']));
    expect(publicFiles).toContain('sw.js');
    expect(served).toEqual(expect.arrayContaining(['robots.txt', 'sitemap', 'og', 'health', 'metrics']));
    const all = [...firstSegments, ...profileSegments, ...publicFiles, ...served];
    expect(all.filter((name) => !isReservedUserName(name))).toEqual([]);
  });

  test('cannot be taken', async () => {
    const who = await newcomer();
    const all = [...firstSegments, ...profileSegments, ...publicFiles, ...served, 'dilnoza.data'].filter(isUserName);
    for (const userName of new Set(all)) {
      expect([userName, await update(who, { userName })]).toMatchObject([
        userName,
        { status: 409, body: { error: { code: isAdminName(userName) ? 'UserNameReserved' : 'UserNameTaken' } } },
      ]);
      const { body } = await app.api('GET PersonalAccount/CheckUserName', { query: { userName } }, who);
      expect([userName, body]).toMatchObject([userName, { data: { isFree: false } }]);
    }
  });

  test.each([
    'moderator',
    'moderator_1',
    'staff',
    'team',
    'official',
    'opora.team',
    'support_uz',
    'team2',
    'bot_',
    'payme',
    'payme_uz',
    'click',
    'click24',
    'payment',
    'payments',
    'uzcard',
    'humo.bot',
    'stripe',
    'click.uz',
    'click_uz',
    'clickpay',
    'paymeuz',
    'oporauz',
    'oporasupport',
    'team.dilnoza',
    'm0derator',
    'postmaster',
    'webmaster',
    'operator',
    'security.txt',
    'ads.txt',
    'humans.txt',
    'feed.xml',
    'assetlinks.json',
    'index.html',
    'x.php',
  ])('%s is reserved, since it would speak for the site or be a file', (name) => {
    expect(isReservedUserName(name) || isSpeakingUserName(name)).toBe(true);
  });

  test.each([
    'yulia.moder',
    'clickbait',
    'team_spirit',
    'dilnoza',
    'steam.uz',
    'visage',
    'bots_and_us',
    'kliment',
    'clicker',
    'oporov',
    'cooperator',
  ])('%s is free', (name) => {
    expect(isReservedUserName(name) || isSpeakingUserName(name)).toBe(false);
  });

  test.each(['admin', 'superadmin', 'badminton', 'xADMINx', 'admin.uz'])(
    '%s is refused for its “admin”',
    async (userName) => {
      const who = await newcomer();
      const message = 'Имя со словом admin занять нельзя, выберите другое';
      expect(await update(who, { userName, givenName: 'Аня' })).toMatchObject({
        status: 409,
        body: { error: { code: 'UserNameReserved', message, fields: { userName: message } } },
      });
      expect((await profileOf(who)).givenName).toBeNull();
      const { body } = await app.api('GET PersonalAccount/CheckUserName', { query: { userName } }, who);
      expect(body).toMatchObject({ data: { isFree: false } });
    },
  );

  test('stay with a person who took one before it was reserved', async () => {
    const who = await newcomer();
    for (const userName of ['alerts', 'badminton']) {
      await app.db.pool.query('update creator set user_name = $2 where user_id = $1', [who.userId, userName]);
      expect((await update(who, { userName, givenName: 'Аня' })).status).toBe(200);
      expect(await profileOf(who)).toMatchObject({ userName, givenName: 'Аня' });
    }
  });
});
