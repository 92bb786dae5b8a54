import { afterAll, expect, it } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

const creator = async (userName: string) => signIn(app.db, testSecrets.jwt, { userName });
type Creator = Awaited<ReturnType<typeof creator>>;

const save = (owner: Creator, sites: readonly string[], revision: number) =>
  app.api('PUT Embed/Sites', { body: { sites: [...sites], revision } }, owner);

async function framersOf(userName: string): Promise<string | undefined> {
  const { headers } = await fetch(`${app.url}/embed/${userName}`);
  return /frame-ancestors ([^;]+);/.exec(headers.get('content-security-policy') ?? '')?.[1];
}

it('lets every site frame the widget until the creator names some', async () => {
  const owner = await creator('sites_owner');
  const stranger = await creator('sites_stranger');
  expect((await app.api('GET Embed/Sites', {}, owner)).body).toMatchObject({ data: { sites: [], revision: 0 } });
  const saved = await save(owner, ['https://www.dilnoza.uz/blog', 'DILNOZA.uz', 'блог.рф'], 0);
  expect(saved.body).toMatchObject({ data: { sites: ['dilnoza.uz', 'блог.рф'], revision: 1 } });
  expect(await framersOf('sites_owner')).toBe(
    "'self' http://dilnoza.uz http://*.dilnoza.uz http://xn--90aexm.xn--p1ai http://*.xn--90aexm.xn--p1ai",
  );
  expect(await framersOf('sites_stranger')).toBe('*');
  expect((await app.api('GET Embed/Sites', {}, stranger)).body).toMatchObject({ data: { sites: [], revision: 0 } });
  expect((await save(owner, [], 1)).body).toMatchObject({ data: { sites: [], revision: 2 } });
  expect(await framersOf('sites_owner')).toBe('*');
});

it('names what is no site at its place, and stores nothing then', async () => {
  const owner = await creator('sites_wrong');
  const { status, body } = await save(owner, ['dilnoza.uz', "x; script-src 'unsafe-inline'"], 0);
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { fields: { 'sites.1': 'Не похоже на адрес сайта. Пример: dilnoza.uz' } } });
  expect((await save(owner, Array<string>(21).fill('dilnoza.uz'), 0)).status).toBe(400);
  expect(await framersOf('sites_wrong')).toBe('*');
});

it('of saves at once over the same list takes one', async () => {
  const owner = await creator('sites_racer');
  for (const revision of [0, 1]) {
    const saves = ['a.uz', 'b.uz', 'c.uz', 'd.uz'].map((site) => save(owner, [site], revision));
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
  }
  expect((await app.api('GET Embed/Sites', {}, owner)).body).toMatchObject({ data: { revision: 2 } });
});

it('takes no revision that was never read, and the same save again', async () => {
  const owner = await creator('sites_revision');
  for (const revision of [1, 41, 2_147_483_647]) expect((await save(owner, ['a.uz'], revision)).status).toBe(409);
  for (const revision of [-1, 2_147_483_648]) expect((await save(owner, ['a.uz'], revision)).status).toBe(400);
  const saved = { status: 200, body: { data: { sites: ['a.uz'], revision: 1 } } };
  expect(await save(owner, ['a.uz'], 0)).toMatchObject(saved);
  expect(await save(owner, ['https://www.a.uz/'], 0)).toMatchObject(saved);
});

it('is for those who are logged in', async () => {
  expect((await app.api('GET Embed/Sites')).status).toBe(401);
  expect((await app.api('PUT Embed/Sites', { body: { sites: [], revision: 0 } })).status).toBe(401);
});
