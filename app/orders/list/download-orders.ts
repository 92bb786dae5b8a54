import { sessionTokens } from '#app/identity/session-tokens.ts';
import { serialiseQuery } from '#base/calls/call-client.ts';
import { failures } from '#base/calls/errors.ts';
import type { orderFiltersOf } from '../staff/admin-orders-address.ts';

async function fetchFile(address: string): Promise<Response> {
  const token = sessionTokens.access();
  const ask = () => fetch(address, { headers: { authorization: `Bearer ${sessionTokens.access() ?? ''}` } });
  const answer = await ask();
  if (answer.status !== 401 || !(await sessionTokens.refresh(token))) return answer;
  return ask();
}

/** Saves the filtered orders as a CSV file. The token is sent in a header to keep it out of addresses. */
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
