import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigation, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { session } from '#app/identity/session.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { countFilters } from '#base/ui/lists/address-filter.ts';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { orderStatusIn } from '../order-status.ts';
import type { Route } from './+types/orders-screen';
import { OrderCard } from './order-card.tsx';
import { OrdersFilters } from './orders-filters.tsx';
import classes from './orders-screen.module.css';

/** The number of orders on a page (docs/rules.md#page-sizes). */
const ordersPerPage = 12;

/** The filters in the address; unknown values are ignored. */
function filtersOf(params: URLSearchParams) {
  return { Status: orderStatusIn(params), Search: params.get('search')?.trim().slice(0, 100) || undefined };
}

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const { searchParams } = url;
  const state = await session.load();
  const query = {
    Skip: (pageNumber(searchParams) - 1) * ordersPerPage,
    Take: ordersPerPage,
    ...filtersOf(searchParams),
    // Moderators would get the orders of all users.
    UserId: state.status === 'user' ? state.user.id : undefined,
  };
  const [orders, { country }] = await Promise.all([
    call('GET Order/Orders', { query }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { ...orders, currency: country.currencyLabel };
}

const places = [0, 1, 2, 3];

/** The user's own orders; the filters and the page are in the address. */
export default function Orders({ loaderData: { items, count, currency } }: Route.ComponentProps) {
  const navigation = useNavigation();
  const [params] = useSearchParams();
  const isWaiting = navigation.state === 'loading' && navigation.location.pathname === '/orders';
  const filters = filtersOf(params);
  const isNarrowed = countFilters(filters) > 0;
  return (
    <OrdersFrame>
      {(count > 0 || isNarrowed) && <OrdersFilters />}
      <Stack aria-busy={isWaiting} as="section" gap={12} fit>
        <p role="status" className={classes.count}>
          {count > 0 && <Plural value={count} one="# заказ" few="# заказа" many="# заказов" other="# заказа" />}
        </p>
        {items.length === 0 && !isWaiting && <Nothing count={count} isNarrowed={isNarrowed} search={filters.Search} />}
        <Stack className={classes.list} gap={16} fit>
          {isWaiting
            ? places.map((place) => <Skeleton key={place} height={128} radius={20} />)
            : items.map((order) => <OrderCard key={order.orderId} order={order} currency={currency} />)}
        </Stack>
        <PageNumbers count={count} take={ordersPerPage} />
      </Stack>
    </OrdersFrame>
  );
}

function OrdersFrame({ children }: { readonly children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <PageFrame>
      <PageHead title={t`Мои заказы`} noIndex />
      <PageTitle>
        <Trans>Мои заказы</Trans>
      </PageTitle>
      {children}
    </PageFrame>
  );
}

interface NothingProps {
  readonly count: number;
  readonly isNarrowed: boolean;
  readonly search: string | undefined;
}

/** The empty list: beyond the last page, nothing matches the filters, or nothing was bought yet. */
function Nothing({ count, isNarrowed, search }: NothingProps) {
  if (count > 0) return <BeyondLastPage count={count} take={ordersPerPage} />;
  if (isNarrowed)
    return (
      <EmptyState
        title={
          search === undefined ? (
            <Trans>Заказов в таком состоянии нет</Trans>
          ) : (
            <Trans>Заказ «{search}» не нашёлся</Trans>
          )
        }
        action={
          <LinkButton to="/orders" look="quiet">
            <Trans>Показать все заказы</Trans>
          </LinkButton>
        }
      >
        {search === undefined ? (
          <Trans>Выберите другое состояние.</Trans>
        ) : (
          <Trans>Проверьте номер или уберите фильтр.</Trans>
        )}
      </EmptyState>
    );
  return (
    <EmptyState
      title={<Trans>Здесь будут ваши заказы</Trans>}
      action={
        <LinkButton to="/market">
          <Trans>Выбрать мерч</Trans>
        </LinkButton>
      }
    >
      <Trans>Всё, что вы купите у авторов, и где это сейчас.</Trans>
    </EmptyState>
  );
}
