import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { SortableList } from '#base/ui/lists/sortable-list.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Category } from '../merch-shapes.ts';
import type { Route } from './+types/admin-categories-screen';
import classes from './admin-categories-screen.module.css';
import { CategoryRow } from './category-row.tsx';
import { NewCategory } from './new-category.tsx';

export async function clientLoader() {
  return { categories: await call('GET Product/CategoryList', {}) };
}

/** The order as it stands on the screen. Each move is sent at once, so that it survives when the screen is left right after it. */
function useOrder(categories: readonly Category[], reload: () => Promise<void>) {
  const [items, setItems] = useState(categories);
  const { isBusy, isDone, failure, act, forget } = useAction();
  const pending = useRef<number[] | null>(null);
  useEffect(() => setItems(categories), [categories]);

  /** Sends the newest order, and after it the one that was made meanwhile. */
  const save = () =>
    act(async () => {
      try {
        while (pending.current !== null) {
          const ids = pending.current;
          pending.current = null;
          await call('PUT Product/OrderCategories', { body: { ids } }, { keepalive: true });
        }
      } catch (error) {
        await reload();
        pending.current = null;
        throw error;
      }
    });
  const change = (next: readonly Category[]) => {
    setItems(next);
    forget();
    pending.current = next.map(({ id }) => id);
    void save();
  };
  return { items, isBusy, isDone, failure, change };
}

/** Adds, renames, deletes and orders categories. */
export default function AdminCategories({ loaderData: { categories } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { items, isBusy, isDone, failure, change } = useOrder(categories, revalidate);
  return (
    <PageFrame narrow>
      <PageHead title={t`Категории`} noIndex />
      <PageTitle>
        <Trans>Категории</Trans>
      </PageTitle>
      <p className={classes.lead}>
        <Trans>
          В этом порядке они стоят в <Link to="/market">мерче</Link> и на главной.
        </Trans>
      </p>
      <NewCategory onAdded={revalidate} />
      {items.length === 0 ? (
        <EmptyState title={<Trans>Категорий ещё нет</Trans>}>
          <Trans>Добавьте первую: без категории товар не создать.</Trans>
        </EmptyState>
      ) : (
        <SortableList
          items={items}
          label={t`Категории по порядку`}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          onChange={change}
        >
          {(category) => <CategoryRow key={category.name} category={category} onChanged={revalidate} />}
        </SortableList>
      )}
      {failure === null ? (
        <p role="status" className={classes.status}>
          {isBusy && <Trans>Сохраняем порядок…</Trans>}
          {isDone && <Trans>Порядок сохранён</Trans>}
        </p>
      ) : (
        <ErrorNotice>{failure.message}</ErrorNotice>
      )}
    </PageFrame>
  );
}
