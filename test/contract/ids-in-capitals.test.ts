import { afterAll, expect, it } from 'vitest';
import { newProduct } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin', userName: 'the.chief' });
const person = await signIn(app.db, testSecrets.jwt, { userName: 'the.person' });
afterAll(() => app.close());

const capitals = ({ userId }: SignedIn) => userId.toUpperCase();
const byAdmin = () => ({ token: admin.token });

it('the last admin is known by his id in capitals too', async () => {
  const query = { userId: capitals(admin), role: 'user' };
  expect(await app.api('PUT Moderator/SetRole', { query }, byAdmin())).toMatchObject({
    status: 409,
    body: { error: { code: 'LastAdmin' } },
  });
});

it('sessions end at once, and the audit line names the person', async () => {
  const query = { userId: capitals(person) };
  expect((await app.api('PUT Moderator/EndSessions', { query }, byAdmin())).status).toBe(200);
  expect((await app.api('POST Identity/GetUser', {}, { token: person.token })).status).toBe(401);
  const trail = await app.api('GET Moderator/Audit', { query: { userId: person.userId } }, byAdmin());
  expect(trail).toMatchObject({ body: { data: { count: 1, items: [{ person: { userName: 'the.person' } }] } } });
});

it('a blocked person disappears at once from caches', async () => {
  const seller = await signIn(app.db, testSecrets.jwt, { userName: 'the.seller' });
  const productId = (await newProduct(app.db, { userId: seller.userId })).toUpperCase();
  const asked = async () => [
    (await app.api('GET User/Get', { query: { userId: capitals(seller) } })).status,
    (await app.api('GET Product/Product', { query: { productId } })).status,
  ];
  expect(await asked()).toEqual([200, 200]);
  await app.api('PUT Moderator/BlockUser', { query: { userId: capitals(seller) } }, byAdmin());
  expect(await asked()).toEqual([404, 404]);
});

it('one’s own account and project are one’s own', async () => {
  const owner = await signIn(app.db, testSecrets.jwt);
  const query = { id: owner.projectId.toUpperCase(), account: owner.accountId.toUpperCase() };
  expect((await app.api('GET Project/ChangeAccount', { query }, { token: owner.token })).status).toBe(200);
});
