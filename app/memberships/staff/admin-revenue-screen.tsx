import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { RevenueChart } from '../listing/revenue-chart.tsx';
import { RevenueNow } from '../listing/revenue-now.tsx';
import { StaffViews } from '../listing/staff-views.tsx';
import type { Route } from './+types/admin-revenue-screen';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [revenue, { country }] = await Promise.all([
    call('GET Moderator/MembershipRevenue', { query: {} }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { revenue, currency: country.currencyLabel };
}

/** What members of all creators bring every month, and how many come and go. */
export default function AdminRevenue({ loaderData: { revenue, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <div className={classes.page}>
      <PageHead title={t`Доход от подписок`} noIndex />
      <div className={classes.head}>
        <PageTitle>
          <Trans>Доход</Trans>
        </PageTitle>
        <StaffViews />
      </div>
      <Stack gap={20} fit>
        <RevenueNow now={revenue.now} currency={currency} title={<Trans>Сейчас у авторов</Trans>} />
        <RevenueChart months={revenue.months} currency={currency} />
      </Stack>
    </div>
  );
}
