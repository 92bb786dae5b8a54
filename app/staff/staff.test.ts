import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
afterAll(() => app.close());

const block = (by: SignedIn, userId: string, reason?: string) =>
  app.api('PUT Moderator/BlockUser', { query: { userId, reason } }, { token: by.token });
const unblock = (by: SignedIn, userId: string) =>
  app.api('PUT Moderator/UnblockUser', { query: { userId } }, { token: by.token });

describe('blocking a user', () => {
  it('ends his sessions, hides his page and refuses donations at once; unblocking restores the page', async () => {
    const person = await signIn(app.db, testSecrets.jwt, { userName: 'blocked.one' });
    const page = () => app.api('GET User/GetByName', { query: { userName: 'blocked.one' } });
    const own = () => app.api('POST Identity/GetUser', {}, { token: person.token });
    const give = () => app.api('POST ProjectPay/Create', { body: { projectId: person.projectId, amount: 5_000 } });
    expect([(await page()).status, (await own()).status]).toEqual([200, 200]);
    expect(await block(moderator, person.userId, 'Спам')).toMatchObject({ status: 200, body: { data: {} } });
    expect([(await page()).status, (await own()).status]).toEqual([404, 401]);
    expect(await give()).toMatchObject({ status: 409, body: { error: { code: 'CreatorUnavailable' } } });
    const tokens = { accessToken: person.token, refreshToken: person.refreshToken };
    expect((await app.api('POST Identity/RefreshToken', { body: tokens })).status).toBe(401);
    expect((await unblock(moderator, person.userId)).status).toBe(200);
    expect([(await page()).status, (await give()).status, (await own()).status]).toEqual([200, 200, 401]);
  });

  it('is refused for oneself, for a user of a higher role and for an unknown user', async () => {
    expect((await block(moderator, moderator.userId)).status).toBe(403);
    expect((await block(moderator, admin.userId)).status).toBe(403);
    expect((await unblock(moderator, admin.userId)).status).toBe(403);
    expect((await block(moderator, '01a1fc5f-8133-76af-8f84-02f94d350c03')).status).toBe(404);
    const other = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
    expect((await block(admin, other.userId)).status).toBe(200);
  });

  it('is in the audit trail; a refused attempt is not', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    await block(moderator, person.userId);
    const { rows } = await app.db.execute(
      sql`select actor_id, call, subject from audit where subject in (${person.userId}, ${admin.userId})`,
    );
    expect(rows).toEqual([{ actor_id: moderator.userId, call: 'PUT Moderator/BlockUser', subject: person.userId }]);
  });
});
