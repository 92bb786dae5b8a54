import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { dayAfter } from '#base/text/days.ts';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { useFreshView } from '../staff-counts.ts';
import type { Route } from './+types/dashboard-screen';
import { DashboardCharts } from './dashboard-charts.tsx';
import { DashboardTable } from './dashboard-table.tsx';
import { WaitingTiles } from './waiting-tiles.tsx';

const periods = [7, 30, 90] as const;

/** How many memberships are charged, wait for another try, or have stopped after all tries. */
async function loadMemberships(signal: AbortSignal) {
  const count = async (State: 'Active' | 'Overdue' | 'Paused') =>
    (await call('GET Moderator/Memberships', { query: { State, Take: 1 } }, { signal })).count;
  const [active, overdue, paused] = await Promise.all([count('Active'), count('Overdue'), count('Paused')]);
  return { active, overdue, paused };
}

/** The figures of the last `length` days and of as many before. The server determines the time zone: its last day is the end of the period. */
async function loadFigures(length: number, signal: AbortSignal) {
  const whole = await call('GET Moderator/Dashboard', {}, { signal });
  const from = dayAfter(whole.to, 1 - length);
  const load = (From: string, To: string) => call('GET Moderator/Dashboard', { query: { From, To } }, { signal });
  const [figures, before] = await Promise.all([
    length === 30 ? whole : load(from, whole.to),
    load(dayAfter(from, -length), dayAfter(from, -1)),
  ]);
  return { figures, before: before.days };
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const asked = Number(new URL(url).searchParams.get('days'));
  const length = periods.find((one) => one === asked) ?? 30;
  const [{ figures, before }, memberships, config] = await Promise.all([
    loadFigures(length, signal),
    loadMemberships(signal),
    call('GET Config', {}, { signal }),
  ]);
  return { length, figures, before, memberships, currency: config.country.currencyLabel };
}

/** Pending work and the figures of the last days; each figure links to its list. */
export default function DashboardScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  useFreshView();
  const { length, figures, before, memberships, currency } = loaderData;
  return (
    <div className={table.page}>
      <PageHead title={t`Обзор`} noIndex />
      <div className={table.head}>
        <PageTitle>
          <Trans>Обзор</Trans>
        </PageTitle>
        <ChoiceLinks label={t`За сколько дней`}>
          {periods.map((days) => (
            <Link key={days} to={`/admin/dashboard?days=${days}`} aria-current={days === length ? 'page' : undefined}>
              <Trans>{days} дней</Trans>
            </Link>
          ))}
        </ChoiceLinks>
      </div>
      <WaitingTiles memberships={memberships} />
      <DashboardCharts figures={figures} before={before} currency={currency} />
      <DashboardTable days={figures.days} currency={currency} />
    </div>
  );
}
