import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { TableButton } from '#app/identity/table-button.tsx';
import { PageHead } from '#base/pages/page-head.tsx';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import { countFilters } from '#base/ui/lists/address-filter.ts';
import { ChooseAll } from '#base/ui/lists/choose-all.tsx';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { ListHead } from '#base/ui/lists/list-head.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import { PageSize } from '#base/ui/lists/page-size.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Order } from '../order-shapes.ts';
import type { Route } from './+types/admin-orders-screen';
import { orderFiltersOf, orderPageSizes } from './admin-orders-address.ts';
import { AdminOrdersBoard } from './admin-orders-board.tsx';
import { AdminOrdersBulk } from './admin-orders-bulk.tsx';
import { AdminOrdersFilters } from './admin-orders-filters.tsx';
import { loadOrders } from './admin-orders-loader.ts';
import classes from './admin-orders-screen.module.css';
import { AdminOrdersTable } from './admin-orders-table.tsx';

export function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  return loadOrders(new URL(url).searchParams, signal);
}

/** All orders as a table or as a board. */
export default function AdminOrdersScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const isBoard = loaderData.view === 'board';
  return (
    <div className={list.page}>
      <PageHead title={t`Заказы`} noIndex />
      <div className={list.head}>
        <PageTitle>
          <Trans>Заказы</Trans>
        </PageTitle>
        <Views isBoard={isBoard} />
        <div className={classes.export}>
          <TableButton path="Order/Export" query={orderFiltersOf(params)} />
        </div>
      </div>
      <AdminOrdersFilters isBoard={isBoard} />
      {loaderData.view === 'board' ? (
        <AdminOrdersBoard columns={loaderData.columns} currency={loaderData.currency} onMoved={revalidate} />
      ) : (
        <Table {...loaderData} onMoved={revalidate} />
      )}
    </div>
  );
}

function Views({ isBoard }: { readonly isBoard: boolean }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const to = (view: string) => {
    const next = new URLSearchParams(params);
    for (const name of ['page', 'view']) next.delete(name);
    if (view !== '') next.set('view', view);
    return { search: next.toString() };
  };
  return (
    <ChoiceLinks label={t`Вид списка`}>
      <Link to={to('')} aria-current={isBoard ? undefined : 'page'}>
        <Trans>Таблица</Trans>
      </Link>
      <Link to={to('board')} aria-current={isBoard ? 'page' : undefined}>
        <Trans>Доска</Trans>
      </Link>
    </ChoiceLinks>
  );
}

interface TableProps {
  readonly items: readonly Order[];
  readonly count: number;
  readonly take: number;
  readonly currency: string;
  readonly onMoved: () => Promise<void>;
}

function Table({ items, count, take, currency, onMoved }: TableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (orders: readonly Order[], isChosen: boolean) => {
    const orderIds = orders.map(({ orderId }) => orderId);
    const others = [...chosen].filter((orderId) => !orderIds.includes(orderId));
    setChosen(new Set(isChosen ? [...others, ...orderIds] : others));
  };
  return (
    <>
      <div className={list.found}>
        <ListHead found={<Plural value={count} one="# заказ" few="# заказа" many="# заказов" other="# заказа" />}>
          {items.length > 0 && (
            <ChooseAll
              isChosen={items.every(({ orderId }) => chosen.has(orderId))}
              onChoose={(isChosen) => choose(items, isChosen)}
            />
          )}
          <PageSize sizes={orderPageSizes} size={take} />
        </ListHead>
      </div>
      <AdminOrdersBulk
        orders={items.filter(({ orderId }) => chosen.has(orderId))}
        onMoved={async (stayed) => {
          setChosen(new Set(stayed));
          await onMoved();
        }}
      />
      {items.length === 0 ? (
        <NoOrders count={count} take={take} />
      ) : (
        <AdminOrdersTable
          orders={items}
          currency={currency}
          chosen={chosen}
          onChoose={(order, isChosen) => choose([order], isChosen)}
        />
      )}
      <PageNumbers count={count} take={take} />
    </>
  );
}

const names = ['number', 'user', 'brand', 'status', 'from', 'to', 'point'];

function NoOrders({ count, take }: { readonly count: number; readonly take: number }) {
  const [params] = useSearchParams();
  const { Search: search, ...filters } = orderFiltersOf(params);
  if (count > 0) return <BeyondLastPage count={count} take={take} />;
  return (
    <EmptyList search={search} isFiltered={countFilters(filters) > 0} names={names}>
      <EmptyState title={<Trans>Заказов ещё нет</Trans>}>
        <Trans>Как только кто-нибудь оформит первый, он появится здесь.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
