import { type APIRequestContext, expect } from '@playwright/test';
import type { Creator } from './creator.ts';
import { cards } from './donor.ts';
import { dataOf, registered } from './people.ts';

/** Somebody gives two months of a new level of a creator to the chat and pays. Returns the path of their page. */
export async function giveMonths(request: APIRequestContext, sandboxUrl: string, creator: Creator): Promise<string> {
  const level = await creator.call('POST', 'Membership/CreateLevel', { name: '2026', amount: 25_000 });
  const { token } = await registered(request);
  const headers = { authorization: `Bearer ${token}` };
  const gift = { levelId: level.id, price: 25_000, months: 2, receiver: 'Chat', isAnonymous: true };
  const data = { userName: creator.userName, ...gift };
  const { payId, paymentUrl } = await dataOf(await request.post('/api/Membership/Gift', { headers, data }));
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(String(paymentUrl), sandboxUrl).href, { data: card });
  const path = `/api/Membership/Gifted?giftId=${payId}`;
  await expect.poll(async () => (await request.get(path)).status()).toBe(200);
  return `/months/${payId}`;
}
