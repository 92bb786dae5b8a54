import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { PageHead } from '#base/pages/page-head.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { downloadOrders } from '../list/download-orders.ts';
import type { Order } from '../order-shapes.ts';
import type { Route } from './+types/admin-orders-screen';
import { orderFiltersOf } from './admin-orders-address.ts';
import { AdminOrdersBoard } from './admin-orders-board.tsx';
import { AdminOrdersBulk } from './admin-orders-bulk.tsx';
import { AdminOrdersFilters } from './admin-orders-filters.tsx';
import { loadOrders } from './admin-orders-loader.ts';
import classes from './admin-orders-screen.module.css';
import { AdminOrdersTable } from './admin-orders-table.tsx';

export function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  return loadOrders(new URL(url).searchParams, signal);
}

export function HydrateFallback() {
  return (
    <div className={list.page} aria-busy>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  );
}

/** All orders as a table or as a board. */
export default function AdminOrdersScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const isBoard = loaderData.view === 'board';
  return (
    <div className={list.page}>
      <PageHead title={t`Заказы`} noIndex />
      <div className={list.head}>
        <h1>
          <Trans>Заказы</Trans>
        </h1>
        <Views isBoard={isBoard} />
        <Export />
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
    <nav className={list.views} aria-label={t`Вид списка`}>
      <Link to={to('')} aria-current={isBoard ? undefined : 'page'}>
        <Trans>Таблица</Trans>
      </Link>
      <Link to={to('board')} aria-current={isBoard ? 'page' : undefined}>
        <Trans>Доска</Trans>
      </Link>
    </nav>
  );
}

/** Downloads the filtered orders. */
function Export() {
  const [params] = useSearchParams();
  const { isBusy, failure, act } = useAction();
  return (
    <div className={classes.export}>
      <ActionButton
        look="quiet"
        disabled={isBusy}
        onClick={() => void act(() => downloadOrders(orderFiltersOf(params)))}
      >
        <Trans>Скачать CSV</Trans>
      </ActionButton>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </div>
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
  const choose = (orderIds: readonly string[], isChosen: boolean) => {
    const others = [...chosen].filter((orderId) => !orderIds.includes(orderId));
    setChosen(new Set(isChosen ? [...others, ...orderIds] : others));
  };
  return (
    <>
      <p className={list.found} role="status">
        <Plural value={count} one="# заказ" few="# заказа" many="# заказов" other="# заказа" />
      </p>
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
        <AdminOrdersTable orders={items} currency={currency} chosen={chosen} onChoose={choose} />
      )}
      <PageNumbers count={count} take={take} />
    </>
  );
}

function NoOrders({ count, take }: { readonly count: number; readonly take: number }) {
  const [params] = useSearchParams();
  const isNarrowed = ['status', 'user', 'brand', 'number', 'from', 'to', 'point'].some((name) => params.has(name));
  if (count > 0) return <BeyondLastPage count={count} take={take} />;
  if (!isNarrowed) {
    return (
      <EmptyState title={<Trans>Заказов ещё нет</Trans>}>
        <Trans>Как только кто-нибудь оформит первый, он появится здесь.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={<Trans>Таких заказов нет</Trans>}
      action={
        <LinkButton to="/admin/orders" look="quiet">
          <Trans>Сбросить фильтры</Trans>
        </LinkButton>
      }
    />
  );
}
