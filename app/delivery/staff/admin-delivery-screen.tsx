import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/admin-delivery-screen';
import classes from './admin-delivery-screen.module.css';
import frame from './admin-location-screen.module.css';
import { PointRates } from './point-rates.tsx';
import { useRatesForm } from './use-rates-form.ts';
import { WayRates } from './way-rates.tsx';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [rates, regions, points, { country }] = await Promise.all([
    call('GET Delivery/Rates', {}, { signal }),
    call('GET Region', {}, { signal }),
    call('GET PickUp', {}, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { rates, regions, points: points.items, currency: country.currencyLabel };
}

/** What delivery costs and how long it takes, for both ways, for single regions and for single pickup points. */
export default function AdminDelivery({ loaderData: { rates, regions, points, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const form = useRatesForm(rates, revalidate);
  const { isUnsaved, isBusy, fault } = form;
  const blocker = useUnsaved(isUnsaved);
  const parts = { form, regions, currency };
  return (
    <PageFrame narrow>
      <PageHead title={t`Цены доставки`} noIndex />
      <p className={frame.back}>
        <Link to="/admin/locations">
          <Trans>Все пункты выдачи</Trans>
        </Link>
      </p>
      <PageTitle>
        <Trans>Цены доставки</Trans>
      </PageTitle>
      <SavedForm className={classes.form}>
        <WayRates
          {...parts}
          way="pickUp"
          title={<Trans>До пункта выдачи</Trans>}
          note={
            <Trans>
              Своя цена пункта важнее цены его региона. Дни считаются от оформления заказа; пустые поля ничего не
              обещают.
            </Trans>
          }
        >
          <PointRates form={form} points={points} currency={currency} />
        </WayRates>
        <WayRates
          {...parts}
          way="address"
          title={<Trans>По адресу</Trans>}
          note={<Trans>Цена региона действует, если регион назван в адресе. В остальных случаях — цена «Везде».</Trans>}
        />
        <SaveBar
          isUnsaved={isUnsaved}
          isBusy={isBusy}
          fault={fault}
          onReload={form.isStale ? form.reload : undefined}
          saved={form.isSaved ? <Trans>Сохранено: новые цены уже в корзинах</Trans> : null}
          onForget={form.forget}
          onSave={() => void form.save()}
        />
        <LeaveDialog blocker={blocker} />
      </SavedForm>
    </PageFrame>
  );
}
