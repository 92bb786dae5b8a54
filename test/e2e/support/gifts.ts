import { type APIRequestContext, expect } from '@playwright/test';
import pg from 'pg';
import type { Creator } from './creator.ts';
import { cards } from './donor.ts';
import { dataOf, registered } from './people.ts';

/** Where a gift is given: the calls of a donor, and the host that takes the card. */
export interface GivingScene {
  readonly request: APIRequestContext;
  readonly sandboxUrl: string;
}

/** A new donor begins a gift with a call and pays. Returns its id. */
async function give({ request, sandboxUrl }: GivingScene, call: string, data: object): Promise<string> {
  const { token } = await registered(request);
  const headers = { authorization: `Bearer ${token}` };
  const { payId, paymentUrl } = await dataOf(await request.post(`/api/${call}`, { headers, data }));
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(String(paymentUrl), sandboxUrl).href, { data: card });
  const path = `/api/Membership/Gifted?giftId=${payId}`;
  await expect.poll(async () => (await request.get(path)).status()).toBe(200);
  return String(payId);
}

/** Somebody gives two months of a new level of a creator to the chat and pays. Returns the path of their page. */
export async function giveMonths(request: APIRequestContext, sandboxUrl: string, creator: Creator): Promise<string> {
  const level = await creator.call('POST', 'Membership/CreateLevel', { name: '2026', amount: 25_000 });
  const gift = { levelId: level.id, price: 25_000, months: 2, receiver: 'Chat', isAnonymous: true };
  return `/months/${await give({ request, sandboxUrl }, 'Membership/Gift', { userName: creator.userName, ...gift })}`;
}

/** Somebody gives pieces of a product to the viewers of its creator and pays. Returns the path of their page. */
export async function givePieces(scene: GivingScene, productId: string, pieces: number): Promise<string> {
  const { price, delivery } = await dataOf(await scene.request.get(`/api/Gift/Terms?productId=${productId}`));
  return `/gifts/${await give(scene, 'Gift/Pieces', { productId, pieces, price, delivery, isAnonymous: true })}`;
}

export const giftIdOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Lets the time pass in which people enter, and has a gift drawn. */
export async function drawGift(request: APIRequestContext, giftId: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
  await client.connect();
  const sql = 'update gifted_months set entry_until = now(), due_at = now() where id = $1';
  await client.query(sql, [giftId]).finally(() => client.end());
  // The first answer after the end draws, and drops the page that was kept from before.
  const path = `/api/Membership/Gifted?giftId=${giftId}`;
  await expect.poll(async () => (await request.get(path)).text()).toMatch(/"state":"(Over|Free)"/);
}
