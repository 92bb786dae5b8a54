import { useEffect, useState } from 'react';
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

const pauseMilliseconds = 150;

/** Searches users, orders and products. If one kind fails, the others are still returned. */
export function useFound(text: string): { readonly found: readonly Found[]; readonly isBusy: boolean } {
  const [answer, setAnswer] = useState<{ text: string; found: readonly Found[] }>({ text: '', found: [] });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === '') return;
    const asking = new AbortController();
    const ask = async () => {
      const { signal } = asking;
      const parts = await Promise.allSettled([
        findPeople(wanted, signal),
        findOrders(wanted, signal),
        findProducts(wanted, signal),
      ]);
      if (signal.aborted) return;
      setAnswer({ text: wanted, found: parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : [])) });
    };
    const timer = setTimeout(() => void ask(), pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [wanted]);
  const isBusy = wanted !== '' && answer.text !== wanted;
  return { found: wanted === '' ? [] : answer.found, isBusy };
}
