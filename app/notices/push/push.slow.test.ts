import { createECDH } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { minor } from '#base/money/money.ts';
import { startPushService, type TestBrowser, vapidClaims } from '#test/support/notices/push-stand-in.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, giveProven } from '#test/support/tool-fixture.ts';

const service = await startPushService();
afterAll(() => service.close());
const shop = await openShop();
const { app } = shop;
afterAll(() => app.close());

const patiently = { timeout: 15_000 };

const add = (person: SignedIn, browser: TestBrowser, language = 'ru', at = app) =>
  at.api('POST Notice/Browser', { body: { ...browser.subscription, language } }, person);

/** A person who gets notices in a browser. */
async function subscribed(language = 'ru') {
  const person = await signIn(app.db, testSecrets.jwt);
  const browser = service.subscribe();
  await add(person, browser, language);
  return { person, browser };
}

async function messagesOf(browser: TestBrowser, count: number) {
  await vi.waitUntil(() => browser.pushed.length >= count, patiently);
  return browser.pushed.map(({ message: { id: _id, isMuted: _isMuted, ...message } }) => message);
}

const settings = async (person: SignedIn, at = app) => dataOf(await at.api('GET Notice/Settings', {}, person));
const receiversOf = async (person: SignedIn) => (await settings(person)).receivers;

const statesOf = async (person: SignedIn) => {
  const { rows } = await app.db.pool.query(
    `select n.state from notice n join notice_receiver r on r.id = n.receiver_id where r.person_id = $1 order by n.id`,
    [person.userId],
  );
  return rows.map(({ state }) => state);
};

const goOn = (person: SignedIn) =>
  app.db.pool.query('update notice_receiver set next_at = now() where person_id = $1 and lease is null', [
    person.userId,
  ]);

describe('a browser', () => {
  it('of a creator gets a donation, encrypted for it alone and signed with the key of the site', async () => {
    const { person, browser } = await subscribed();
    const payId = await givePaidTo(app, person, { name: 'Анна', message: 'Сука, привет' });
    expect(await messagesOf(browser, 1)).toEqual([
      { title: 'Анна — 10\u00a0000\u00a0сум', body: '****, привет', path: '/profile/donations' },
    ]);
    const [pushed] = browser.pushed;
    if (pushed === undefined) throw new Error('nothing was sent');
    const { pushKey } = await settings(person);
    expect(await vapidClaims(pushed, String(pushKey))).toMatchObject({ aud: service.url });
    expect(pushed.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
    expect(pushed.sealed.includes('привет')).toBe(false);
    expect(JSON.stringify(pushed.message)).not.toMatch(new RegExp(`${person.phone}|8600|${payId}`));
    await expect.poll(() => statesOf(person), patiently).toEqual(['sent']);
  });

  it('of a creator gets a decided payout in its language', async () => {
    const { person, browser } = await subscribed('en');
    const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
    const entries = [
      { accountId: providerAccount, amount: minor(-10_000_000) },
      { accountId: person.accountId, amount: minor(10_000_000) },
    ];
    await app.db.transaction((tx) => post(tx, { kind: 'donation', reference: crypto.randomUUID(), entries }));
    const body = { accountId: person.accountId, amount: 50_000, card: { mask: '8600 •••• •••• 0106' } };
    const { id: payoutId } = dataOf(await app.api('POST Payout/Request', { body }, person));
    await app.api('PUT Payout/Decline', { body: { payoutId, reason: 'Closed card' } }, admin);
    expect(await messagesOf(browser, 1)).toEqual([
      {
        title: 'Your payout of 50,000\u00a0UZS was declined, the money is back on your balance',
        body: 'Reason: Closed card',
        path: '/profile/balance',
      },
    ]);
  });

  it('of a donor gets the thanks of the creator, once, and none for a refunded donation', async () => {
    const { person: donor, browser } = await subscribed();
    const creator = await signIn(app.db, testSecrets.jwt, { userName: 'thankful_one' });
    const given = await giveProven(app, creator, {}, donor);
    const refunded = await giveProven(app, creator, {}, donor);
    const thank = (payId: string) => app.api('POST Donate/Thank', { body: { payId } }, creator);
    await app.db.pool.query(`update notice_receiver set next_at = now() + interval '1 hour' where person_id = $1`, [
      donor.userId,
    ]);
    await Promise.all([thank(refunded.payId), thank(given.payId), thank(given.payId)]);
    await app.db.pool.query('update donation set refunded_at = now() where id = $1', [refunded.payId]);
    await expect
      .poll(async () => {
        await goOn(donor);
        return (await statesOf(donor)).sort();
      }, patiently)
      .toEqual(['failed', 'sent']);
    expect(await messagesOf(browser, 1)).toEqual([
      { title: 'thankful_one благодарит вас за донат', body: '', path: `/thanks/${given.payId}` },
    ]);
    const guest = await giveProven(app, creator);
    expect((await thank(guest.payId)).status).toBe(200);
  });

  it('of a buyer gets the moves of the order by the staff, and none of his own', async () => {
    const { person: buyer, browser } = await subscribed();
    const productId = await shop.product();
    const { orderId } = await shop.bought(buyer, [{ productId }]);
    const { number } = await shop.orderFor(buyer, orderId);
    for (const status of ['Processing', 'Shipped', 'Refunded']) {
      const moved = await app.api('PUT Order/UserOders', { body: { orderId, status } }, shop.staff);
      expect(moved.status).toBe(200);
    }
    const path = `/order/${orderId}`;
    const title = `Заказ № ${number}`;
    expect(await messagesOf(browser, 3)).toEqual(
      ['Собираем', 'Уже в пути', 'Деньги возвращены'].map((body) => ({ title, body, path })),
    );
    const unpaid = await shop.placed(buyer, [{ productId }]);
    await app.api('POST Order/Cancel', { query: { orderId: unpaid.orderId } }, buyer);
    expect(await statesOf(buyer)).toHaveLength(3);
  });

  it('that has ended its subscription is removed, and one that is out of order waits', async () => {
    const gone = await subscribed();
    const ill = await subscribed();
    gone.browser.set({ status: 410 });
    ill.browser.set({ status: 503 });
    await givePaidTo(app, gone.person);
    await givePaidTo(app, ill.person);
    await expect.poll(() => receiversOf(gone.person), patiently).toEqual([]);
    await vi.waitUntil(() => ill.browser.tries() > 0, patiently);
    ill.browser.set('lost');
    await vi.waitFor(async () => {
      await goOn(ill.person);
      expect(ill.browser.pushed).toHaveLength(2);
    }, patiently);
    const [first, again] = ill.browser.pushed.map(({ message }) => message.id);
    expect(again, 'takes the place of the first one').toBe(first);
    ill.browser.set({ status: 429, retryAfter: 600 });
    await expect.poll(() => statesOf(ill.person), patiently).toEqual(['sent']);
    await givePaidTo(app, ill.person);
    await vi.waitFor(async () => {
      const { rows } = await app.db.pool.query(
        `select next_at > now() + interval '9 minutes' as "isLater" from notice_receiver where person_id = $1`,
        [ill.person.userId],
      );
      expect(rows).toEqual([{ isLater: true }]);
    }, patiently);
  });
});

describe('the browsers of a person', () => {
  it('are added once each, however often and however parallel, ten at most, and belong to one account', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const other = await signIn(app.db, testSecrets.jwt);
    const [shared, last, ...others] = Array.from({ length: 11 }, () => service.subscribe());
    if (shared === undefined || last === undefined) throw new Error('eleven were made');
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(person, shared)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    for (const browser of [last, ...others]) await add(person, browser);
    expect(await receiversOf(person)).toHaveLength(10);
    const both = await Promise.all([add(other, last), add(person, last), add(other, last)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await app.db.pool.query('select from notice_receiver where endpoint = $1', [
      last.subscription.endpoint,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('are chosen by topic, and changed and removed by their owner alone', async () => {
    const { person, browser } = await subscribed();
    const stranger = await signIn(app.db, testSecrets.jwt);
    const [receiver] = Object.values(Object.assign({}, await receiversOf(person)));
    const { id, kind, topics } = Object.assign({ id: '', kind: '', topics: [] }, receiver);
    expect([kind, topics]).toEqual([
      'push',
      ['donation', 'payout', 'source', 'review', 'thanks', 'order', 'message', 'charge'],
    ]);
    const change = { body: { id, topics: ['order'], language: 'uz' } };
    expect((await app.api('PUT Notice/Receiver', change, stranger)).status).toBe(404);
    expect((await app.api('DELETE Notice/Receiver', { query: { id } }, stranger)).status).toBe(404);
    expect((await app.api('PUT Notice/Receiver', change, person)).status).toBe(200);
    await givePaidTo(app, person);
    expect(await statesOf(person)).toEqual([]);
    await add(person, browser);
    expect(await receiversOf(person), 'what was chosen stays').toMatchObject([{ id, topics: ['order'] }]);
    expect((await app.api('DELETE Notice/Receiver', { query: { id } }, person)).status).toBe(200);
    expect(await receiversOf(person)).toEqual([]);
  });

  it('are not added with nonsense, or by a session that has ended', async () => {
    const person = await signIn(app.db, testSecrets.jwt);
    const good = { ...service.subscribe().subscription, language: 'ru' };
    for (const bad of [
      { ...good, endpoint: 'nowhere' },
      { ...good, endpoint: 'ftp://push.example.com/1' },
      { ...good, p256dh: 'short' },
      { ...good, auth: `${good.auth}!` },
      { ...good, topics: ['order'] },
    ]) {
      expect((await app.api('POST Notice/Browser', { body: bad }, person)).status).toBe(400);
    }
    const noPoint = { ...good, p256dh: 'A'.repeat(87) };
    expect((await app.api('POST Notice/Browser', { body: noPoint }, person)).status).toBe(200);
    await givePaidTo(app, person);
    await expect.poll(() => receiversOf(person), patiently).toEqual([]);
  });
});

it('the key stays the same for all processes, is stored sealed, and a given one replaces it with its browsers', async () => {
  const { person, browser } = await subscribed();
  const { pushKey } = await settings(person);
  const { rows } = await app.db.pool.query('select public_key, private_key from push_sender');
  expect(rows).toEqual([{ public_key: pushKey, private_key: expect.any(Buffer) }]);
  const { databaseUrl } = app;
  const same = await startApp({ databaseUrl });
  expect((await settings(person, same)).pushKey).toBe(pushKey);
  await same.close();
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const env = { PUSH_PRIVATE_KEY: curve.getPrivateKey('base64url').padStart(43, 'A') };
  const given = await startApp({ databaseUrl, env });
  expect(await settings(person, given)).toMatchObject({ pushKey: curve.getPublicKey('base64url'), receivers: [] });
  expect((await add(person, browser, 'ru', given)).status).toBe(200);
  await given.close();
});
