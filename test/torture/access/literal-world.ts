import { z } from 'zod';
import { setNames } from '#app/creators/creators.server.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';
import { publish } from './owned-things.ts';

/** Identifies the things with one of the texts in any list: by id, or by characters beside the text. */
export type Signs = readonly string[];

export interface LiteralWorld {
  readonly moderator: SignedIn;
  readonly admin: SignedIn;
  /** A creator whose donations contain the texts. */
  readonly reader: SignedIn;
  /** Identifiers of the things with each text. */
  readonly signs: ReadonlyMap<string, Signs>;
}

async function must(answer: Promise<ApiAnswer>): Promise<unknown> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const withOrder = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });

/** Makes an order of a user for the user's own product, so that buyer and seller are the same. */
async function order(app: TestApp, { token }: SignedIn, productId: string, sign: string): Promise<string> {
  const body = { items: [{ productId, quantity: 1 }], address: 'Ташкент, улица Навои, 12' };
  const { orderId, total } = withOrder.parse(
    await must(app.request('POST Order/CreateOrder', { body }, { token })),
  ).data;
  const paying = { orderId, recipientName: sign, recipientPhone: '998901234567', expectedTotal: total };
  await must(app.request('POST Order/CreateOrderPayment', { body: paying }, { token }));
  return orderId;
}

/** Makes a user with a product, an order, a proposal for the staff, a donation and a pickup point, all named by the text. */
async function makeThings(
  app: TestApp,
  world: Omit<LiteralWorld, 'signs'> & { categoryId: number },
  text: string,
  at: number,
) {
  const sign = `примета${at}х`;
  const person = await signIn(app.db, testSecrets.jwt, { userName: `literal_${at}` });
  await app.db.transaction((tx) => setNames(tx, person.userId, { givenName: text }));
  await publish(app, person);
  const productId = await newProduct(app.db, { userId: person.userId, categoryId: world.categoryId, name: text });
  const orderId = await order(app, person, productId, sign);
  const proposal = { fields: [{ name: 'About', value: 'Рисую' }] };
  await must(app.request('POST PersonalAccount/Update', { body: proposal }, { token: person.token }));
  const payId = await givePaidTo(app, world.reader, { name: text, message: sign });
  const place = { regionId: 1, latitude: 41.3265, longitude: 69.2347, address: `Ташкент, ${sign}` };
  await must(app.request('POST PickUp', { body: { name: text, ...place } }, { token: world.moderator.token }));
  return [sign, person.userId, productId, orderId, payId];
}

/** Makes a world in which each kind of searchable thing contains each of the texts once. */
export async function makeLiteralWorld(app: TestApp, texts: readonly string[]): Promise<LiteralWorld> {
  const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  const reader = await signIn(app.db, testSecrets.jwt);
  const fixture = { moderator, admin, reader, categoryId: await newCategory(app.db) };
  const signs = new Map<string, Signs>();
  for (const [at, text] of texts.entries()) signs.set(text, await makeThings(app, fixture, text, at));
  return { ...fixture, signs };
}

/** Makes a user with a user name and a waiting payout. */
export async function makeNamesake(app: TestApp, userName: string): Promise<void> {
  const person = await signIn(app.db, testSecrets.jwt, { userName });
  await publish(app, person);
  await givePaidTo(app, person, { amount: 20_000 });
  const body = { accountId: person.accountId, amount: 1_000, card: { mask: '8600 •••• •••• 0106' } };
  await must(app.request('POST Payout/Request', { body }, { token: person.token }));
}
