import { z } from 'zod';
import type { Session } from './people.ts';
import type { KnownValues } from './samples.ts';

const Answer = z.object({ success: z.literal(true), data: z.unknown() });

/** A value inside of an answer by its path; undefined where it is not there. */
function dig(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return dig(Object.entries(value).find(([name]) => name === step)?.[1], rest);
}

async function ask(url: string, session: Session, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${await session.token()}` };
  const answer = await fetch(`${url}/api/${path}`, { headers });
  const parsed = Answer.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data.data : undefined;
}

/** Somebody of the demo world who is nobody of those that attack: he is blocked, renamed and searched for. */
const victimPhone = '998900000011';

type Asker = 'user' | 'creator' | 'moderator' | 'admin';

/** What is asked for to know a value: who asks, the call, where the value stands in the answer; an empty path is all of it. */
const sources: readonly (readonly [name: string, asker: Asker, call: string, path: string])[] = [
  ['userid', 'admin', 'User/List?Take=1&Skip=4', 'items.0.userId'],
  ['username', 'admin', 'User/List?Take=1&Skip=4', 'items.0.userName'],
  ['projectid', 'admin', 'User/GetByName?userName=dilnoza', 'projectId'],
  ['productid', 'admin', 'Product/ProductList?Take=1', 'items.0.id'],
  ['sizeid', 'admin', 'Product/ProductList?Take=1', 'items.0.sizes.0.id'],
  ['colorid', 'admin', 'Product/ProductList?Take=1', 'items.0.colors.0.id'],
  ['imgurl', 'admin', 'Product/ProductList?Take=1', 'items.0.images.0.imgUrl'],
  ['revision', 'admin', 'Moderator/GetProductsList?Take=1&Skip=2', 'items.0.revision'],
  ['PUT /api/Product/Update id', 'admin', 'Moderator/GetProductsList?Take=1&Skip=2', 'items.0.id'],
  ['DELETE /api/Product/Delete id', 'admin', 'Moderator/GetProductsList?Take=1&Skip=3', 'items.0.id'],
  ['POST /api/Product/Restore id', 'admin', 'Moderator/GetProductsList?Take=1&Skip=3', 'items.0.id'],
  ['PUT /api/Product/UpdateState id', 'admin', 'Moderator/GetProductsList?Take=1&Skip=2', 'items.0.id'],
  ['POST /api/Product/UpdateTopState id', 'admin', 'Moderator/GetProductsList?Take=1&Skip=2', 'items.0.id'],
  ['categoryid', 'admin', 'Product/CategoryList', '0.id'],
  ['pickuppointid', 'admin', 'PickUp?IsActive=true', 'items.0.id'],
  ['PUT /api/PickUp id', 'admin', 'PickUp?IsActive=true', 'items.1.id'],
  ['DELETE /api/PickUp id', 'admin', 'PickUp?IsActive=true', 'items.2.id'],
  ['GET /api/PickUp/{id} id', 'admin', 'PickUp?IsActive=true', 'items.0.id'],
  ['POST /api/PickUp/state id', 'admin', 'PickUp?IsActive=true', 'items.1.id'],
  ['regionid', 'admin', 'Region', '0.id'],
  ['POST /api/User/CreateUserOrderList version', 'admin', 'User/Ranking?IsMerch=false', 'version'],
  ['POST /api/User/CreateUserOrderMerchantList version', 'admin', 'User/Ranking?IsMerch=true', 'version'],
  ['PUT /api/Donate/Settings ', 'admin', 'Donate/Settings', ''],
  ['POST /api/Order/Refund orderId', 'admin', 'Order/Orders?Status=6&Take=1', 'items.0.orderId'],
  ['POST /api/Order/RefundLines orderId', 'admin', 'Order/Orders?Status=6&Take=1', 'items.0.orderId'],
  ['PUT /api/Order/UserOders orderId', 'admin', 'Order/Orders?Status=2&Take=1', 'items.0.orderId'],
  ['account', 'creator', 'PersonalAccount/GetAccounts', '0.id'],
  ['accountid', 'creator', 'PersonalAccount/GetAccounts', '0.id'],
  ['GET /api/Project/ChangeAccount id', 'creator', 'PersonalAccount/GetAccounts', '0.projectId'],
  ['key', 'creator', 'Widget/Settings', 'key'],
  ['PUT /api/Widget/Settings ', 'creator', 'Widget/Settings', ''],
  ['payid', 'creator', 'Donate/My?Take=1', 'items.0.payId'],
  ['payid', 'creator', 'Donate/My?Take=1', 'items.0.id'],
  ['GET /api/Images/ name', 'creator', 'User/GetByName?userName=dilnoza', 'avatar'],
  ['orderid', 'user', 'Order/Orders?Take=1', 'items.0.orderId'],
  ['GET /api/Order/UserOders userId', 'user', 'PersonalAccount/Get', 'id'],
];

const nobody = '00000000-0000-0000-0000-000000000000';

const literal: readonly (readonly [name: string, value: unknown])[] = [
  ['phone', victimPhone],
  ['password', 'a-longer-passphrase-7'],
  ['comfirmcode', '123456'],
  ['code', '123456'],
  ['take', 10],
  ['skip', 0],
  ['w', 256],
  ['from', '2026-01-01T00:00:00.000Z'],
  ...['Donate/Statistics', 'Moderator/Dashboard', 'Moderator/Payments'].flatMap((call) => [
    [`GET /api/${call} From`, '2026-01-01'] as const,
    [`GET /api/${call} To`, '2026-01-31'] as const,
  ]),
  ['to', '2026-01-31T00:00:00.000Z'],
  ['timezone', 'Asia/Tashkent'],
  ['usertype', 1],
  ['search', 'a'],
  ['name', 'Футболка'],
  ['text', 'Ташкент'],
  ['bbox', '55.99,37.18~73.15,45.59'],
  ['lang', 'ru'],
  ['source', 'attack-source-1'],
  ['amount', 10_000],
  ['quantity', 1],
  ['price', 50_000],
  ['latitude', 41.31],
  ['longitude', 69.28],
  ['link', 'https://example.com/'],
  ['url', 'https://example.com/hook'],
  ['recipientphone', '998901112233'],
  ['POST /api/PersonalAccount/Update userName', 'attacked.name'],
  ['POST /api/PersonalAccount/Update name', 'About'],
  ['POST /api/Order/CreateOrder orderId', nobody],
  ['POST /api/Order/CreateOrder address', null],
  ['PUT /api/Order/Update pickupPointId', null],
  ['PUT /api/Order/Update address', 'Ташкент, улица Навои, 1'],
  ['PUT /api/Order/UserOders status', 3],
  ['POST /api/Payout/Request mask', '860000******0106'],
  ['POST /api/Product/CreateCategory name', 'Наклейки'],
  ['PUT /api/Product/UpdateCategory id', 1],
];

/** Asks the demo world for things that exist, so that the attack gets past the checks of the input. */
export async function learnWorld(url: string, sessions: ReadonlyMap<string, Session>): Promise<KnownValues> {
  const known = new Map<string, unknown>(literal.map(([name, value]) => [name, value]));
  for (const [name, asker, call, path] of sources) {
    const session = sessions.get(asker);
    const value = session && dig(await ask(url, session, call), path === '' ? [] : path.split('.'));
    if (value !== undefined && value !== null) known.set(name, value);
  }
  return known;
}
