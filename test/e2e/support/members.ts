import { type APIRequestContext, expect } from '@playwright/test';
import { cards } from './donor.ts';
import { dataOf, registered } from './people.ts';

/** Somebody begins to give every month and pays the first one. */
export async function joins(
  request: APIRequestContext,
  sandboxUrl: string,
  userName: string,
  support: { readonly name: string; readonly levelId?: string; readonly amount?: number },
) {
  const person = await registered(request);
  const { token } = person;
  const headers = { authorization: `Bearer ${token}` };
  const data = { userName, amount: 30_000, ...support };
  const { paymentUrl } = await dataOf(await request.post('/api/Membership/Create', { headers, data }));
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(String(paymentUrl), sandboxUrl).href, { data: card });
  const mine = async () => Number((await dataOf(await request.get('/api/Membership/My', { headers }))).count);
  await expect.poll(mine).toBe(1);
  return person;
}
