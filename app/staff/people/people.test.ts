import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { storeAction } from '#app/identity/codes/sms-codes-store.server.ts';
import { changeRole } from '#app/identity/identity.server.ts';
import { plainHash } from '#app/identity/secret-keys.server.ts';
import { countDeadlocks } from '#test/support/database/deadlocks.ts';
import { openEventTape } from '#test/support/event-tape.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn, signInAgain } from '#test/support/sign-in.ts';
import { type ApiAnswer, dataOf, startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator', userName: 'the.moderator' });
let admin = await signIn(app.db, testSecrets.jwt, { role: 'admin', userName: 'the.chief' });
afterAll(() => app.close());

const list = (query: Record<string, unknown>, by = moderator) =>
  app.api('GET Moderator/GetUsersList', { query }, { token: by.token });
const namesOf = (answer: ApiAnswer) => {
  const { items } = Object.assign({ items: [] }, dataOf(answer));
  return [...items].map(({ userName }: { userName: string }) => userName);
};
const setRole = (by: SignedIn, userId: string, role: string) =>
  app.api('PUT Moderator/SetRole', { query: { userId, role } }, { token: by.token });
const block = (by: SignedIn, userId: string) =>
  app.api('PUT Moderator/BlockUser', { query: { userId } }, { token: by.token });

describe('the list of all users', () => {
  it('contains blocked and unlisted users, hidden names and phones; each filter narrows it', async () => {
    const hidden = await signIn(app.db, testSecrets.jwt, { userName: 'hidden.one' });
    const body = { surName: 'Ёжиков_100%', givenName: 'Тимур', fields: [{ name: 'HideFullName', value: 'true' }] };
    await app.api('POST PersonalAccount/Update', { body }, { token: hidden.token });
    const gone = await signIn(app.db, testSecrets.jwt, { userName: 'gone.one' });
    await block(moderator, gone.userId);
    const waiting = await signIn(app.db, testSecrets.jwt, { userName: 'waiting.one' });
    const fields = [{ name: 'About', value: 'Жду' }];
    await app.api('POST PersonalAccount/Update', { body: { fields } }, { token: waiting.token });

    expect(namesOf(await list({ Take: 100 }))).toEqual(
      expect.arrayContaining(['hidden.one', 'gone.one', 'waiting.one']),
    );
    expect(await list({ Search: 'ёжиков_100%' })).toMatchObject({
      body: { data: { count: 1, items: [{ userName: 'hidden.one', surName: 'Ёжиков_100%', phone: hidden.phone }] } },
    });
    expect(namesOf(await list({ Search: 'EJIKOV' }))).toEqual(['hidden.one']);
    expect(namesOf(await list({ Search: 'jikov%1' }))).toEqual([]);
    expect(namesOf(await list({ Search: '_100%' }))).toEqual(['hidden.one']);
    expect(namesOf(await list({ Search: 'ти ёж' }))).toEqual(['hidden.one']);
    const typed = `+${hidden.phone.slice(0, 3)} (${hidden.phone.slice(3, 5)}) ${hidden.phone.slice(5)}`;
    expect(namesOf(await list({ Search: typed }))).toEqual(['hidden.one']);
    expect(namesOf(await list({ isBlocked: true }))).toEqual(['gone.one']);
    expect(namesOf(await list({ isBlocked: false, Take: 100 }))).not.toContain('gone.one');
    expect(await list({ state: 'Awaiting' })).toMatchObject({
      body: { data: { count: 1, items: [{ userName: 'waiting.one', awaiting: 1 }] } },
    });
    expect(namesOf(await list({ role: 'moderator' }))).toEqual(['the.moderator']);
    expect(namesOf(await list({ role: 'user', Search: 'the.' }))).toEqual([]);
    expect((await list({ Take: 101 })).status).toBe(400);
    const all = await list({ Take: 2, Skip: 1 });
    expect(namesOf(all)).toEqual(namesOf(await list({ Take: 3 })).slice(1));
  });
});

describe('one person', () => {
  it('is found by id and by name in any case, with data for moderators only', async () => {
    const person = await signIn(app.db, testSecrets.jwt, { userName: 'seen.one' });
    const byId = await app.api(
      'GET Moderator/GetUser',
      { query: { userId: person.userId } },
      { token: moderator.token },
    );
    const query = { userName: 'Seen.One' };
    const byName = await app.api('GET Moderator/GetUserByName', { query }, { token: moderator.token });
    expect(byName.body).toEqual(byId.body);
    expect(dataOf(byId)).toMatchObject({
      id: person.userId,
      phone: person.phone,
      isBlocked: false,
      isAccountActive: true,
      role: 'user',
      donate: { id: person.projectId, accountId: person.accountId },
      roles: ['user'],
    });
    const unknown = { userName: 'nobody.here' };
    expect((await app.api('GET Moderator/GetUserByName', { query: unknown }, { token: moderator.token })).status).toBe(
      404,
    );
  });

  it('has sessions that can be ended, and donations on both sides', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const donor = await signIn(app.db, testSecrets.jwt, { userName: 'donor.one' });
    await signInAgain(app.db, testSecrets.jwt, { userId: person.userId });
    const query = { userId: person.userId };
    const sessions = () => app.api('GET Moderator/UserSessions', { query }, { token: moderator.token });
    expect(Object.values(dataOf(await sessions()))).toHaveLength(2);
    expect((await app.api('PUT Moderator/EndSessions', { query }, { token: moderator.token })).status).toBe(200);
    expect(Object.values(dataOf(await sessions()))).toHaveLength(0);
    expect((await app.api('POST Identity/GetUser', {}, { token: person.token })).status).toBe(401);

    const donation = { projectId: person.projectId, amount: 7_000, name: 'Даритель', message: 'Держись!' };
    const made = dataOf(await app.api('POST ProjectPay/Create', { body: donation }, { token: donor.token }));
    await fetch(String(made.paymentUrl), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card: { pan: '8600000000000205', expiry: '1230' }, payment_system: 'uzcard' }),
    });
    const donations = async (who: string, kind: string) =>
      dataOf(
        await app.api('GET Moderator/UserDonations', { query: { userId: who, kind } }, { token: moderator.token }),
      );
    await expect.poll(() => donations(person.userId, 'received')).toMatchObject({ count: 1 });
    expect(await donations(person.userId, 'received')).toMatchObject({
      items: [{ amount: 7_000, message: 'Держись!', isRefunded: false, other: { userName: 'donor.one' } }],
    });
    expect(await donations(donor.userId, 'given')).toMatchObject({
      count: 1,
      items: [{ other: { userId: person.userId } }],
    });
    await app.db.pool.query('update donation set is_anonymous = true where project_id = $1', [person.projectId]);
    const hidden = await donations(person.userId, 'received');
    expect(hidden).toMatchObject({ items: [{ amount: 7_000, name: null, isAnonymous: true, other: null }] });
    expect(JSON.stringify(hidden)).not.toMatch(/Даритель|donor\.one/);
    const unknownId = { userId: '01a1fc5f-8133-76af-8f84-02f94d350c03' };
    for (const name of [
      'GET Moderator/UserDonations',
      'GET Moderator/UserSessions',
      'GET Moderator/UserHistory',
    ] as const) {
      expect((await app.api(name, { query: unknownId }, { token: moderator.token })).status).toBe(404);
    }
  });
});

describe('a role', () => {
  it('is set by admins only and ends the sessions of the user', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    expect((await setRole(moderator, person.userId, 'moderator')).status).toBe(403);
    expect((await setRole(moderator, moderator.userId, 'admin')).status).toBe(403);
    expect((await setRole(admin, person.userId, 'king')).status).toBe(400);
    expect(await setRole(admin, person.userId, 'moderator')).toMatchObject({ status: 200, body: { data: {} } });
    expect((await app.api('POST Identity/GetUser', {}, { token: person.token })).status).toBe(401);
    // Without the second factor he is a plain user, whatever his role.
    expect((await setRole(admin, '01a1fc5f-8133-76af-8f84-02f94d350c03', 'user')).status).toBe(404);
  });

  it('is audited with the one before it, also if two admins change it at once', async () => {
    const second = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    const { userId } = await signIn(app.db, testSecrets.jwt);
    const holder = await app.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from person where id = $1 for update', [userId]);
    const changes = [setRole(admin, userId, 'moderator'), setRole(second, userId, 'admin')];
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await app.db.pool.query(waiting)).rowCount).toBe(2);
    await holder.query('commit');
    holder.release();
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
    const lines = await app.db.execute<{ before: string; role: string }>(sql`
      select details ->> 'before' as before, input ->> 'role' as role from audit where subject = ${userId}`);
    const first = lines.rows.find(({ before }) => before === 'user');
    expect(lines.rows.find((line) => line !== first)).toMatchObject({ before: first?.role });
    await app.db.transaction((tx) => changeRole(tx, { userId, role: 'user' }));
    await app.db.transaction((tx) => changeRole(tx, { userId: second.userId, role: 'user' }));
  });

  it('of the last admin who can log in stays, however many are demoted or blocked at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
      const first = {
        ...admin,
        ...(await signInAgain(app.db, testSecrets.jwt, { userId: admin.userId, role: 'admin' })),
      };
      const answers = await Promise.all(
        round % 2 === 0
          ? [setRole(first, second.userId, 'user'), setRole(second, first.userId, 'user')]
          : [block(first, second.userId), block(second, first.userId)],
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done).toHaveLength(1);
      expect(answers.map(({ status }) => status).every((status) => [200, 401, 409].includes(status))).toBe(true);
      const survivor = answers[0]?.status === 200 ? first : second;
      expect(await setRole(survivor, survivor.userId, 'user')).toMatchObject({
        body: { error: { code: 'LastAdmin' } },
      });
      admin = survivor;
    }
  });

  it('of an admin can be removed by another and by himself while there is another', async () => {
    const second = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    expect((await setRole(second, second.userId, 'moderator')).status).toBe(200);
    await app.db.transaction((tx) => changeRole(tx, { userId: second.userId, role: 'user' }));
    expect((await app.api('GET Moderator/GetUsersList', {}, { token: second.token })).status).toBe(401);
  });
});

describe('the widgets of a blocked user', () => {
  it('are disconnected at once and refused until he is unblocked', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const key = String(dataOf(await app.api('GET Widget/Settings', {}, { token: person.token })).key);
    const address = `${app.url}/api/Widget/Events?key=${key}&source=one`;
    const tape = await openEventTape(address);
    await expect.poll(() => tape.events.map(({ event }) => event)).toContain('queue');
    await block(moderator, person.userId);
    await expect.poll(() => tape.isEnded, { timeout: 2_000 }).toBe(true);
    const next = () => app.api('POST Widget/Next', { body: { key, source: 'one', isVisible: true } });
    expect((await next()).status).toBe(401);
    expect((await app.api('GET Widget/Statistics', { query: { key } })).status).toBe(401);
    const query = { userId: person.userId };
    await app.api('PUT Moderator/UnblockUser', { query }, { token: moderator.token });
    expect((await next()).status).toBe(200);
    // A page that reconnects with its last event id stays connected.
    const last = tape.events.findLast(({ id }) => id !== null)?.id ?? '';
    const again = await openEventTape(address, { 'last-event-id': last });
    await expect.poll(() => again.events.map(({ event }) => event)).toContain('queue');
    expect(again.isEnded).toBe(false);
    again.close();
  });
});

describe('blocking a user whose password is being changed', () => {
  it('waits for the change, without a deadlock', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    await app.api('GET Widget/Settings', {}, { token: person.token });
    const actionId = randomUUID();
    const right = { idHash: plainHash(actionId), phone: person.phone, passwordHash: null, minutes: 10 };
    await app.db.transaction((tx) => storeAction(tx, right));
    const before = await countDeadlocks(app.db);
    const waiting = (pattern: string) =>
      app.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
        [pattern],
      );
    const holder = await app.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from widget_settings where project_id = $1 for update', [person.projectId]);
    const query = { actionId, password: 'тихая река 91' };
    const changing = app.api('PUT Identity/ChangePassword', { query });
    await expect.poll(async () => (await waiting('widget_settings')).rowCount).toBe(1);
    const blocking = block(moderator, person.userId);
    await expect.poll(async () => (await waiting('update person')).rowCount).toBe(1);
    await holder.query('commit');
    holder.release();
    expect((await Promise.all([changing, blocking])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await countDeadlocks(app.db)).toBe(before);
  });
});

describe('the products of a blocked user', () => {
  it('disappear at once from lists and pages, and return when he is unblocked', async () => {
    const { userId } = await signIn(app.db, testSecrets.jwt);
    const productId = await newProduct(app.db, { userId });
    const seen = async () => {
      const page = await app.api('GET Product/Product', { query: { productId } });
      const list = await app.api('GET Product/ProductList', { query: { UserId: userId } });
      return [page.status, dataOf(list).count];
    };
    expect(await seen()).toEqual([200, 1]);
    await block(moderator, userId);
    expect(await seen()).toEqual([404, 0]);
    await app.api('PUT Moderator/UnblockUser', { query: { userId } }, { token: moderator.token });
    expect(await seen()).toEqual([200, 1]);
  });
});
