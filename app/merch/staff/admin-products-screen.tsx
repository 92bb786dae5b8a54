import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { countFilters } from '#base/ui/lists/address-filter.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { ListHead } from '#base/ui/lists/list-head.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import { PageSize } from '#base/ui/lists/page-size.tsx';
import { arrangeCards } from '#base/ui/lists/row-cards.ts';
import list from '#base/ui/lists/staff-list.module.css';
import { TableFrame } from '#base/ui/lists/table-frame.tsx';
import { tableRoles } from '#base/ui/lists/table-roles.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Category } from '../merch-shapes.ts';
import type { Route } from './+types/admin-products-screen';
import { AdminProductRow } from './admin-product-row.tsx';
import { AdminProductsFilters } from './admin-products-filters.tsx';
import { loadProducts, productFiltersOf, productPageSizes } from './admin-products-loader.ts';
import classes from './admin-products-screen.module.css';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadProducts(new URL(request.url).searchParams);
}

interface Deleted {
  readonly id: string;
  readonly name: string;
}

/** The list of all products, with switches for their states. */
export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { items, count, categories, creator, take, currency } = loaderData;
  const { revalidate } = useRevalidator();
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const { isBusy, failure, act } = useAction();

  const attempt = (work: () => Promise<unknown>, then: Deleted | null) =>
    act(async () => {
      await work();
      setDeleted(then);
      await revalidate();
    });

  return (
    <PageFrame>
      <PageHead title={t`Товары`} noIndex />
      <div className={list.head}>
        <PageTitle>
          <Trans>Товары</Trans>
        </PageTitle>
        <Row gap={10}>
          <LinkButton to="/admin/categories" look="quiet">
            <Trans>Категории</Trans>
          </LinkButton>
          <LinkButton to="/admin/product">
            <Trans>Новый товар</Trans>
          </LinkButton>
        </Row>
      </div>
      <AdminProductsFilters categories={categories} creator={creator} />
      <div className={list.found}>
        <ListHead found={<Plural value={count} one="# товар" few="# товара" many="# товаров" other="# товара" />}>
          <PageSize sizes={productPageSizes} size={take} />
        </ListHead>
      </div>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      {deleted !== null && (
        <Row className={classes.undo} gap={12} align="center" justify="between" role="status">
          <span>
            <Trans>«{deleted.name}» удалён. В старых заказах он останется.</Trans>
          </span>
          <ActionButton
            look="quiet"
            disabled={isBusy}
            onClick={() => void attempt(() => call('POST Product/Restore', { query: { id: deleted.id } }), null)}
          >
            <Trans>Вернуть</Trans>
          </ActionButton>
        </Row>
      )}
      {items.length === 0 ? (
        <NoProducts count={count} take={take} categories={categories} />
      ) : (
        <ProductTable>
          {items.map((product) => (
            <AdminProductRow
              key={`${product.id} ${String(product.revision)}`}
              product={product}
              currency={currency}
              isBusy={isBusy}
              onDelete={() => void attempt(() => call('DELETE Product/Delete', { query: { id: product.id } }), product)}
            />
          ))}
        </ProductTable>
      )}
      <PageNumbers count={count} take={take} />
    </PageFrame>
  );
}

function ProductTable({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  return (
    <TableFrame label={t`Таблица товаров`}>
      <table
        ref={arrangeCards}
        {...tableRoles.table}
        className={`${list.table} ${classes.list}`}
        aria-label={t`Товары`}
      >
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.column} scope="col">
              <Trans>Товар</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Автор</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Цена</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Остаток</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>На витрине</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>В топе</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Действия</Trans>
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>{children}</tbody>
      </table>
    </TableFrame>
  );
}

interface NoProductsProps {
  readonly count: number;
  readonly take: number;
  readonly categories: readonly Category[];
}

function NoProducts({ count, take, categories }: NoProductsProps) {
  const [params] = useSearchParams();
  const { Name: search, ...filters } = productFiltersOf(params, categories);
  if (count > 0) return <BeyondLastPage count={count} take={take} />;
  return (
    <EmptyList search={search} isFiltered={countFilters(filters) > 0} names={['q', 'category', 'creator', 'state']}>
      <EmptyState
        title={<Trans>Товаров ещё нет</Trans>}
        action={
          <LinkButton to="/admin/product">
            <Trans>Добавить первый</Trans>
          </LinkButton>
        }
      >
        <Trans>Заведите категорию, потом товар: он сразу появится в мерче и на странице автора.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
