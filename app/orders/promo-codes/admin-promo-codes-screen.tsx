import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/admin-promo-codes-screen';
import { PromoCodeForm } from './promo-code-form.tsx';
import { PromoCodesTable } from './promo-codes-table.tsx';

const take = 10;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { Skip: (pageNumber(searchParams) - 1) * take, Take: take };
  const [page, { country }] = await Promise.all([
    call('GET Order/PromoCodes', { query }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { page, currency: country.currencyLabel };
}

/** Promo codes for the staff: what they take off, how often they were used, and a form for a new one. */
export default function AdminPromoCodes({ loaderData: { page, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const { items, count } = page;

  async function made() {
    await revalidate();
    setOpen(false);
  }

  return (
    <div className={classes.page}>
      <PageHead title={t`Промокоды`} noIndex />
      <div className={classes.head}>
        <PageTitle>
          <Trans>Промокоды</Trans>
        </PageTitle>
        {!isOpen && (
          <ActionButton onClick={() => setOpen(true)}>
            <IconPlus size={18} stroke={2} aria-hidden />
            <Trans>Новый промокод</Trans>
          </ActionButton>
        )}
      </div>
      {isOpen && <PromoCodeForm currency={currency} onMade={made} onClose={() => setOpen(false)} />}
      <p className={classes.found} role="status">
        <Plural value={count} one="# промокод" few="# промокода" many="# промокодов" other="# промокода" />
      </p>
      {items.length === 0 ? (
        <EmptyState title={<Trans>Промокодов пока нет</Trans>}>
          <Trans>Создайте первый: покупатели введут его в корзине и заплатят меньше.</Trans>
        </EmptyState>
      ) : (
        <PromoCodesTable items={items} currency={currency} />
      )}
      <PageNumbers count={count} take={take} />
    </div>
  );
}
