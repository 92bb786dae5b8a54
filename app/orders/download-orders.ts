import { serialiseQuery } from '#base/call-client.ts';
import { failures } from '#base/errors.ts';
import { sessionTokens } from '../identity/session-tokens.ts';
import type { orderFiltersOf } from './admin-orders-address.ts';

async function fetchFile(address: string): Promise<Response> {
  const token = sessionTokens.access();
  const ask = () => fetch(address, { headers: { authorization: `Bearer ${sessionTokens.access() ?? ''}` } });
  const answer = await ask();
  if (answer.status !== 401 || !(await sessionTokens.refresh(token))) return answer;
  return ask();
}

/** Saves the orders of a filter as a CSV file. The token travels in a header, so that it is in no address. */
export async function downloadOrders(filters: ReturnType<typeof orderFiltersOf>): Promise<void> {
  const answer = await fetchFile(`/api/Order/Export?${serialiseQuery(filters)}`).catch(() => null);
  if (!answer?.ok) throw failures.unavailable.because({ message: 'Не удалось выгрузить заказы. Попробуйте ещё раз' });
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'orders.csv';
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
