import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#app/document/page-head.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { PageFrame, PageTitle } from '#base/ui/page-frame.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import { SortableList } from '#base/ui/sortable-list.tsx';
import type { Route } from './+types/admin-categories-screen';
import classes from './admin-categories-screen.module.css';
import { CategoryRow } from './category-row.tsx';
import type { Category } from './merch-shapes.ts';
import { NewCategory } from './new-category.tsx';

export async function clientLoader() {
  return { categories: await call('GET Product/CategoryList', {}) };
}

export function HydrateFallback() {
  return (
    <PageFrame narrow>
      <div aria-busy className={classes.waiting}>
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={54} />
        ))}
      </div>
    </PageFrame>
  );
}

/** The order is saved when it has rested for so long. */
const restMilliseconds = 700;

type OrderState = 'idle' | 'busy' | 'saved' | { readonly fault: string };

/** The order as it stands on the screen; saved by itself once nobody moves anything any more. */
function useOrder(categories: readonly Category[], reload: () => Promise<void>) {
  const [items, setItems] = useState(categories);
  const [state, setState] = useState<OrderState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setItems(categories), [categories]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const save = async (ids: number[]) => {
    setState('busy');
    try {
      await call('PUT Product/OrderCategories', { body: { ids } });
      setState('saved');
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setState({ fault: error.message });
      await reload();
    }
  };
  const change = (next: readonly Category[]) => {
    setItems(next);
    setState('idle');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(next.map(({ id }) => id)), restMilliseconds);
  };
  return { items, state, change };
}

/** Categories: new ones, their names, their order (specification, /admin/categories). */
export default function AdminCategories({ loaderData: { categories } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { items, state, change } = useOrder(categories, revalidate);
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
      {typeof state === 'object' ? (
        <ErrorNotice>{state.fault}</ErrorNotice>
      ) : (
        <p role="status" className={classes.status}>
          {state === 'busy' && <Trans>Сохраняем порядок…</Trans>}
          {state === 'saved' && <Trans>Порядок сохранён</Trans>}
        </p>
      )}
    </PageFrame>
  );
}
