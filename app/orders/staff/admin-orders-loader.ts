import { call } from '#app/call.ts';
import { pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { pageSizeIn } from '#base/ui/lists/page-size.tsx';
import { boardCards, boardStatuses, orderFiltersOf, orderPageSizes } from './admin-orders-address.ts';

/** Loads the page of the table, or the columns of the board, for the address. */
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
  const take = pageSizeIn(params, orderPageSizes);
  const query = { ...filters, Take: take, Skip: (pageNumber(params) - 1) * take };
  return { view: 'table', take, currency, ...(await call('GET Order/Orders', { query }, { signal })) } as const;
}
