import { pageNumber } from '#base/ui/page-numbers.tsx';
import { call } from '../call.ts';
import { boardCards, boardStatuses, orderFiltersOf, takeOf } from './admin-orders-address.ts';

/** The table's page, or the columns of the board, as the address asks for them. */
export async function loadOrders(params: URLSearchParams, signal: AbortSignal) {
  const filters = orderFiltersOf(params);
  const { country } = await call('GET Config', {}, { signal });
  const currency = country.currencyLabel;
  if (params.get('view') === 'board') {
    const columns = await Promise.all(
      boardStatuses.map(async (status) => {
        const query = { ...filters, Status: status, Take: boardCards };
        return { status, ...(await call('GET Order/Orders', { query }, { signal })) };
      }),
    );
    return { view: 'board', columns, currency } as const;
  }
  const take = takeOf(params);
  const query = { ...filters, Take: take, Skip: Math.min((pageNumber(params) - 1) * take, 2 ** 31 - 1) };
  return { view: 'table', take, currency, ...(await call('GET Order/Orders', { query }, { signal })) } as const;
}
