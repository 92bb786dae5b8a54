import { type APIRequestContext, expect } from '@playwright/test';
import { cards } from './donor.ts';
import { dataOf, registered } from './people.ts';

/** A creator with two paid donations, logged in nowhere yet. */
export async function creatorWithDonations(request: APIRequestContext, sandboxUrl: string) {
  const person = await registered(request);
  const headers = { authorization: `Bearer ${person.token}` };
  const profile = await dataOf(await request.get('/api/PersonalAccount/Get', { headers }));
  const { id: projectId } = Object.assign({ id: '' }, profile.donate);
  const paid = async () => Number((await dataOf(await request.get('/api/Donate/My', { headers }))).count);
  for (const [amount, name, message] of [
    [40_000, 'Анна', 'Сыграйте старую песню'],
    [60_000, 'Борис', 'Привет из Ташкента'],
  ]) {
    const data = { projectId, amount, name, message };
    const { paymentUrl } = await dataOf(await request.post('/api/ProjectPay/Create', { data }));
    const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
    const paidBefore = await paid();
    await request.patch(new URL(String(paymentUrl), sandboxUrl).href, { data: card });
    // The provider's reports of two payments may come in either order.
    await expect.poll(paid).toBe(paidBefore + 1);
  }
  const { items } = await dataOf(await request.get('/api/Donate/My?Search=Анна', { headers }));
  const [{ id: payId } = { id: '' }] = Object.assign([{ id: '' }], items);
  return { ...person, headers, userName: String(profile.userName), payId };
}
