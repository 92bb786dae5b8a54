import { randomUUID } from 'node:crypto';
import type { ImageFiles } from '#app/images/image-files.server.ts';
import { PaymentSystems } from '#app/payments/payment-system.server.ts';
import { createGateway } from '#app/payments/systems/gateway/gateway-client.server.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { silentMp3 } from './audio/audio-files.ts';
import { sendAudio } from './audio/send-audio.ts';
import { photo } from './image-client.ts';
import { noFiles } from './no-files.ts';
import { grantKeys, makeApplication } from './oauth-fixture.ts';
import type { Shop } from './shop-fixture.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { dataOf, testSecrets } from './start-app.ts';
import { givePaidTo, makeToken, makeWebhook, type Receiver } from './tool-fixture.ts';

const texts = {
  userName: 'zulfizar_uz',
  givenName: 'Зульфизар',
  surName: 'Аббосхонова',
  patronymic: 'Кудратиллаевна',
  about: 'Рисую акварелью у канала Анхор',
  link: 'https://t.me/zulfizar_paints',
  donorName: 'Сестра Зульфизар',
  message: 'С юбилеем, родная сестрица!',
  recipient: 'Кудратилла Аббосхонов',
  recipientPhone: '998907776655',
  address: 'Самарканд, улица Регистанская, 77',
  taxNumber: '30112900550017',
  sticker: 'Кисти и краски Зульфизар',
  post: 'Как я пишу воду в Ташкенте',
  draft: 'Черновик о старых кистях',
  teaser: 'Анхор на рассвете, шаг за шагом',
  level: 'Друзья акварели Зульфизар',
} as const;

/** The title of a post that was deleted: only the answer that is kept for a repeated request has it. */
export const deletedTitle = 'Заметка, которую я удалила';

const strangerMessage = 'Спасибо за акварели, говорит чужой человек';

/** Texts that only this life has left in the database. */
export function traces({ phone }: Pick<SignedIn, 'phone'>): string[] {
  return [phone, ...Object.values(texts)];
}

async function must(answer: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Names, page and picture, confirmed by the staff but for one field. */
async function makePage({ app, staff }: Shop, { userId, token }: SignedIn): Promise<string> {
  const bytes = await photo(320, 320).jpeg().toBuffer();
  const picture = await app.opora.areas.images.storeImage({ bytes, type: 'Avatar', ownerId: userId });
  const { userName, givenName, surName, patronymic, about, link } = texts;
  const fields = [
    { name: 'UserType', value: '[1]' },
    { name: 'Avatar', value: picture.name },
    { name: 'About', value: about },
    { name: 'TgLink', value: link },
  ];
  await must(
    app.api('POST PersonalAccount/Update', { body: { userName, givenName, surName, patronymic, fields } }, { token }),
  );
  const by = { token: staff.token };
  const confirmed = { userId, fields: ['UserType', 'Avatar', 'About'], confirmed: true };
  await must(app.api('PUT Moderator/ConfirmUser', { body: confirmed }, by));
  const comments = { TgLink: `${surName}, это чужая ссылка` };
  await must(app.api('PUT Moderator/RejectUser', { body: { userId, comments, fields: ['TgLink'] } }, by));
  return picture.name;
}

/** A donation with name and message to a creator with webhooks, a refunded one, and a payout. */
async function moveMoney(shop: Shop, person: SignedIn, stranger: SignedIn): Promise<void> {
  const { app } = shop;
  const { taxNumber } = texts;
  await must(app.api('PUT Payout/TaxNumber', { body: { taxNumber } }, { token: person.token }));
  await givePaidTo(app, person, { name: 'Чужой человек', message: strangerMessage, amount: 20_000 });
  const made = { projectId: stranger.projectId, amount: 15_000, name: texts.donorName, message: texts.message };
  const body = await must(app.api('POST ProjectPay/Create', { body: made }, { token: person.token }));
  const url = /"paymentUrl":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? '';
  await shop.charge(url);
  await until(async () => {
    const { rows } = await app.db.pool.query('select from donation where donor_id = $1 and number is not null', [
      person.userId,
    ]);
    return rows.length === 1;
  });
  const { rows } = await app.db.pool.query<{ balance: number }>('select balance from account_balance where id = $1', [
    person.accountId,
  ]);
  const card = { mask: '8600 •••• •••• 0106', token: 'token-of-the-card' };
  const asked = { accountId: person.accountId, amount: (rows[0]?.balance ?? 0) / 100, card };
  const payout = await must(app.api('POST Payout/Request', { body: asked }, { token: person.token }));
  const payoutId = /"id":"([^"]+)"/.exec(JSON.stringify(payout))?.[1];
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  await must(app.api('PUT Payout/Pay', { body: { payoutId, reference: 'Перевод 1' } }, { token: admin.token }));
}

async function buySomething(shop: Shop, person: SignedIn): Promise<string> {
  const productId = await shop.product({});
  const { recipient: recipientName, recipientPhone, address } = texts;
  const { orderId, total } = await shop.ready(person, [{ productId }], address);
  const asked = { orderId, recipientName, recipientPhone, expectedTotal: Number(total) / 100 };
  const body = await must(
    shop.app.api('POST Order/CreateOrderPayment', { body: asked }, { token: person.token, idempotencyKey: orderId }),
  );
  await shop.charge(/"paymentUrl":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? '');
  await shop.reaches(person, orderId, 'Paid');
  for (const status of [3, 4, 6]) {
    await must(shop.app.api('PUT Order/UserOders', { body: { orderId, status } }, { token: shop.staff.token }));
  }
  await shop.ready(person, [{ productId }], address);
  return orderId;
}

/** A published post with a picture and audio, a draft, a deleted one, and a level; returns the names of both files. Each is sent with a key. */
async function writePosts({ app }: Shop, { userId, token }: SignedIn) {
  const bytes = await photo(64, 48).jpeg().toBuffer();
  const picture = await app.opora.areas.images.storeImage({ bytes, type: 'Post', ownerId: userId });
  const { data } = Object(await (await sendAudio(app.url, { token }, silentMp3(1.2))).json());
  const audio = String(Object(data).name);
  const { post, draft, teaser, level } = texts;
  const keyed = () => ({ token, idempotencyKey: randomUUID() });
  const published = {
    title: 'Вода',
    teaser,
    text: post,
    audience: 'members',
    pictures: [picture.name],
    audio,
    isPublished: true,
  };
  await must(app.api('POST Post/Save', { body: published }, keyed()));
  for (const title of [draft, deletedTitle]) {
    const saved = await app.api(
      'POST Post/Save',
      { body: { title, audience: 'everyone', isPublished: false } },
      keyed(),
    );
    if (title === deletedTitle) {
      await must(app.api('DELETE Post/Delete', { query: { postId: dataOf(saved).id, version: 1 } }, { token }));
    }
  }
  await must(app.api('POST Membership/CreateLevel', { body: { name: level, amount: 10_000 } }, keyed()));
  return { postPicture: picture.name, audio };
}

async function equip({ app }: Shop, person: SignedIn, receiver: Receiver) {
  const { token } = person;
  const settings = await must(app.api('GET Widget/Settings', {}, { token }));
  const widgetKey = /"key":"([^"]+)"/.exec(JSON.stringify(settings))?.[1] ?? '';
  await must(app.api('PUT Widget/Settings', { body: { sticker: { text: texts.sticker } } }, { token }));
  const { secret } = await makeWebhook(app, person, receiver.address, ['donation.paid']);
  const readToken = await makeToken(app, person, ['oauth-donation-index']);
  await grantKeys(app, person, await makeApplication(app, person));
  const stream = await fetch(`${app.url}/api/Widget/Events?key=${widgetKey}&source=one`);
  return { widgetKey, secret, readToken, stream };
}

/** Creates all data that a person can leave, over the real calls, and another person connected with it. */
export async function makeFullHistory(shop: Shop, receiver: Receiver) {
  const { app } = shop;
  const { databaseUrl } = app;
  const person = await shop.person();
  const stranger = await shop.person();
  await makeWebhook(app, stranger, receiver.address, ['donation.paid']);
  const tools = await equip(shop, person, receiver);
  const picture = await makePage(shop, person);
  const ofPosts = await writePosts(shop, person);
  await moveMoney(shop, person, stranger);
  const orderId = await buySomething(shop, person);
  const removed: string[] = [];
  const files: ImageFiles = {
    ...noFiles,
    readPart: async (_path, { from, to }) => Buffer.alloc(to - from + 1),
    read: async () => Buffer.from('a picture'),
    removeFolder: async (path) => void removed.push(path),
  };
  return {
    person,
    stranger,
    picture,
    ...ofPosts,
    orderId,
    files,
    removed,
    strangerMessage,
    databaseUrl,
    widgetKey: tools.widgetKey,
    readToken: tools.readToken,
    userName: texts.userName,
    secrets: [tools.widgetKey, tools.secret, tools.readToken, person.refreshToken, 'token-of-the-card'],
    systems: new PaymentSystems(
      [createGateway({ url: app.sandbox.url, secret: testSecrets.payment, callbackUrl: '' })],
      ['gateway'],
    ),
    /** Reads the open stream of the person's widget to its end. */
    streamEnded: () => tools.stream.text(),
  };
}
