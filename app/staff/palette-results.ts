import { call } from '#app/call.ts';

/** A search result: its label and address. */
export interface Found {
  readonly kind: 'person' | 'order' | 'product';
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly hint: string;
}

const most = 5;

async function findPeople(text: string, signal: AbortSignal): Promise<Found[]> {
  const { items } = await call('GET Moderator/GetUsersList', { query: { Search: text, Take: most } }, { signal });
  return items.map(({ userId, userName, givenName, surName, phone }) => ({
    kind: 'person',
    id: userId,
    to: `/admin/user/${userId}`,
    title: userName,
    hint: [[givenName, surName].filter(Boolean).join(' '), `+${phone}`].filter(Boolean).join(' · '),
  }));
}

async function findOrders(text: string, signal: AbortSignal): Promise<Found[]> {
  const { items } = await call('GET Order/Orders', { query: { Search: text, Take: most } }, { signal });
  return items.map(({ orderId, number, customer }) => ({
    kind: 'order',
    id: orderId,
    to: `/admin/order/${orderId}`,
    title: `№ ${number}`,
    hint: customer.userName,
  }));
}

async function findProducts(text: string, signal: AbortSignal): Promise<Found[]> {
  const { items } = await call('GET Moderator/GetProductsList', { query: { Name: text, Take: most } }, { signal });
  return items.map(({ id, name, categoryName, user }) => ({
    kind: 'product',
    id,
    to: `/admin/product/${id}`,
    title: name,
    hint: [categoryName, user.userName].join(' · '),
  }));
}

/** Searches users, orders and products. If one kind fails, the others are still returned. */
export async function findAll(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const parts = await Promise.allSettled([
    findPeople(text, signal),
    findOrders(text, signal),
    findProducts(text, signal),
  ]);
  return parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
}
