import { type APIRequestContext, expect } from '@playwright/test';
import { cards } from './donor.ts';
import { dataOf, registered } from './people.ts';

/** Somebody, `person` or else a new one, begins to give every month and pays the first one. */
export async function joins(
  request: APIRequestContext,
  sandboxUrl: string,
  userName: string,
  {
    person: known,
    ...support
  }: {
    readonly name: string;
    readonly levelId?: string;
    readonly amount?: number;
    readonly person?: Awaited<ReturnType<typeof registered>>;
  },
) {
  const person = known ?? (await registered(request));
  const { token } = person;
  const headers = { authorization: `Bearer ${token}` };
  const data = { userName, amount: 30_000, ...support };
  const mine = async () => Number((await dataOf(await request.get('/api/Membership/My', { headers }))).count);
  const before = await mine();
  const { paymentUrl } = await dataOf(await request.post('/api/Membership/Create', { headers, data }));
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(String(paymentUrl), sandboxUrl).href, { data: card });
  await expect.poll(mine).toBe(before + 1);
  return person;
}
