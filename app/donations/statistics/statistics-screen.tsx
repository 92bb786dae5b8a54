import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { TableButton } from '#app/identity/table-button.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { fromMain, subtract, toMain } from '#base/money/money.ts';
import { dayZone, useDayZone } from '#base/pages/day-zone.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { dayText } from '#base/text/dates.ts';
import { type DayPeriod, dayAfter, dayIn, daysIn, eachDay } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { BarChart } from '#base/ui/chart/bar-chart.tsx';
import { Choice } from '#base/ui/choices/choice.tsx';
import { ChoiceRows } from '#base/ui/choices/choice-rows.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { periodIn } from '#base/ui/lists/address-period.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Section } from '#base/ui/panel/section.tsx';
import type { donationReportsCalls } from '../donation-reports.calls.ts';
import { PeriodPicker } from '../period-picker.tsx';
import type { Route } from './+types/statistics-screen';
import { Change } from './change.tsx';
import { mostDays } from './statistics-period.ts';
import classes from './statistics-screen.module.css';
import { WeekHours } from './week-hours.tsx';

type Statistics = CallAnswer<typeof donationReportsCalls.statistics>;

/** The period of the address, corrected where it is invalid. */
function askedOf(params: URLSearchParams) {
  const today = dayIn(dayZone(), serverNow());
  const { from, to } = periodIn(params);
  const days = daysIn({ from, to });
  const isFit = days >= 1 && days <= mostDays;
  return isFit ? { From: from, To: to } : { From: dayAfter(today, -29), To: today };
}

/** As many days, ending where the period starts. */
function periodBefore({ From, To }: ReturnType<typeof askedOf>) {
  return { From: dayAfter(From, -daysIn({ from: From, to: To })), To: dayAfter(From, -1) };
}

/** The fractions of an average tell nobody anything. */
function withWholeAverages(statistics: Statistics): Statistics {
  const whole = <Figures extends { average: number }>(figures: Figures): Figures => ({
    ...figures,
    average: Math.round(figures.average),
  });
  return { ...statistics, total: whole(statistics.total), days: statistics.days.map(whole) };
}

export async function clientLoader({ url, request: { signal } }: Route.ClientLoaderArgs) {
  const period = askedOf(url.searchParams);
  const read = async (asked: typeof period) =>
    withWholeAverages(await call('GET Donate/Statistics', { query: asked }, { signal }));
  const [statistics, { total: before }, { country }] = await Promise.all([
    read(period),
    read(periodBefore(period)),
    call('GET Config', {}, { signal }),
  ]);
  return { statistics, before, currency: country.currencyLabel };
}

/** Received donations by day, hour and donor. */
export default function StatisticsScreen({ loaderData: { statistics, before, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { from, to, total } = statistics;
  return (
    <>
      <PageHead title={t`Статистика`} noIndex />
      <PageTitle>
        <Trans>Статистика</Trans>
      </PageTitle>
      <div className={classes.sections}>
        <div className={classes.period}>
          <PeriodPicker from={from} to={to} />
        </div>
        {total.count === 0 ? (
          <NoDonations from={from} to={to} />
        ) : (
          <>
            <Totals total={total} before={before} currency={currency} />
            <ByDay statistics={statistics} currency={currency} />
            <WeekHours found={statistics.hours} currency={currency} />
            <TopDonors statistics={statistics} currency={currency} />
            <TableButton path="Donate/Export" query={{ From: from, To: to }} />
          </>
        )}
      </div>
    </>
  );
}

/** Says which days have none, and leads to the longest period and to what brings donations. */
function NoDonations({ from, to }: DayPeriod) {
  const { i18n } = useLingui();
  const [params] = useSearchParams();
  const today = dayIn(useDayZone(), serverNow());
  const longest = { from: dayAfter(today, 1 - mostDays), to: today };
  const isLongest = from === longest.from && to === longest.to;
  const first = dayText(from, i18n.locale);
  const last = dayText(to, i18n.locale);
  return (
    <EmptyState
      title={
        from === to ? (
          <Trans>Донатов за {first} нет</Trans>
        ) : (
          <Trans>
            Донатов с {first} по {last} нет
          </Trans>
        )
      }
      action={
        <Stack gap={8} align="center">
          {!isLongest && (
            <LinkButton to={{ search: searchWith(params, longest) }} look="quiet">
              <Trans>Показать за три года</Trans>
            </LinkButton>
          )}
          <LinkButton to="/profile/widgets" look="quiet">
            <Trans>Настроить виджеты стрима</Trans>
          </LinkButton>
        </Stack>
      }
    >
      <Trans>Здесь появятся суммы по дням и часам и те, кто поддержал вас больше всех.</Trans>
    </EmptyState>
  );
}

/** The address with other days. */
function searchWith(params: URLSearchParams, { from, to }: DayPeriod): string {
  const next = new URLSearchParams(params);
  next.set('from', from);
  next.set('to', to);
  return next.toString();
}

interface TotalsProps {
  readonly total: Statistics['total'];
  /** Of the period before. */
  readonly before: Statistics['total'];
  readonly currency: string;
}

function Totals({ total, before, currency }: TotalsProps) {
  const { newDonors, returningDonors } = total;
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  const compare = (measure: 'amount' | 'count' | 'average', words: (value: number) => string) => {
    const was = words(before[measure]);
    return (
      <Change now={total[measure]} before={before[measure]}>
        <Trans>было {was}</Trans>
      </Change>
    );
  };
  return (
    <dl className={`${panel.panel} ${classes.totals}`}>
      <div>
        <dt>
          <Trans>Собрано</Trans>
        </dt>
        <dd>
          <Sum amount={total.amount} currency={currency} />
          {compare('amount', sumText)}
          {total.monthlyCount > 0 && <Split once={sumText(onceOf(total))} monthly={sumText(total.monthlyAmount)} />}
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Донатов</Trans>
        </dt>
        <dd>
          {amountText(total.count)}
          {compare('count', amountText)}
          {total.monthlyCount > 0 && (
            <Split once={amountText(total.count - total.monthlyCount)} monthly={amountText(total.monthlyCount)} />
          )}
        </dd>
      </div>
      <div>
        <dt>
          <Trans>В среднем</Trans>
        </dt>
        <dd>
          <Sum amount={total.average} currency={currency} />
          {compare('average', sumText)}
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Кто поддержал</Trans>
        </dt>
        <dd>
          <Plural value={newDonors} one="# новый" few="# новых" many="# новых" other="# новых" />
          <small>
            <Plural value={returningDonors} one="# вернулся" few="# вернулись" many="# вернулись" other="# вернулись" />
          </small>
        </dd>
      </div>
    </dl>
  );
}

/** The sum of what did not pay a month of a membership. */
const onceOf = ({ amount, monthlyAmount }: Pick<Statistics['total'], 'amount' | 'monthlyAmount'>) =>
  toMain(subtract(fromMain(amount), fromMain(monthlyAmount)));

/** A figure in its two parts. */
function Split({ once, monthly }: { readonly once: string; readonly monthly: string }) {
  return (
    <small>
      <Trans>Разово {once}</Trans>
      <br />
      <Trans>Ежемесячно {monthly}</Trans>
    </small>
  );
}

const measures = ['amount', 'count', 'average', 'donors'] as const;

type Measure = (typeof measures)[number];

/** What a bar of a day stacks. */
function partsOf(day: Statistics['days'][number], measure: Measure): readonly number[] {
  switch (measure) {
    case 'amount':
      return [onceOf(day), day.monthlyAmount];
    case 'count':
      return [day.count - day.monthlyCount, day.monthlyCount];
    case 'average':
      return [day.average];
    case 'donors':
      return [day.newDonors, day.returningDonors];
  }
}

function ByDay({ statistics, currency }: { readonly statistics: Statistics; readonly currency: string }) {
  const sumText = useSumText(currency);
  const amountText = useAmountText();
  const { t, i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const asked = params.get('show');
  const measure = measures.find((one) => one === asked) ?? 'amount';
  const names = { amount: t`Сумма`, count: t`Донаты`, average: t`Средний донат`, donors: t`Люди` };
  const known = new Map(statistics.days.map((one) => [one.day, partsOf(one, measure)]));
  const hasMonths = statistics.total.monthlyCount > 0 && (measure === 'amount' || measure === 'count');
  const split = measure === 'donors' ? [t`Новые`, t`Вернулись`] : hasMonths ? [t`Разово`, t`Ежемесячно`] : [];
  const partNames = split.length > 0 ? split : [names[measure]];
  const bars = eachDay(statistics).map((day) => ({
    key: day,
    name: dayText(day, i18n.locale, 'dayMonth'),
    parts: partNames.map((_, at) => known.get(day)?.[at] ?? 0),
  }));
  const isMoney = measure === 'amount' || measure === 'average';
  const choose = (next: string) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before);
        changed.set('show', next);
        return changed;
      },
      { replace: true },
    );
  return (
    <section className={panel.panel}>
      <ChoiceRows>
        <Choice
          label={t`Что показать по дням`}
          options={measures.map((one) => ({ value: one, content: names[one] }))}
          value={measure}
          onChange={choose}
        />
      </ChoiceRows>
      <BarChart
        title={t`${names[measure]} по дням`}
        bars={bars}
        partNames={partNames}
        words={isMoney ? sumText : amountText}
      />
    </section>
  );
}

function TopDonors({ statistics, currency }: { readonly statistics: Statistics; readonly currency: string }) {
  return (
    <Section title={<Trans>Кто поддержал больше всех</Trans>} card>
      <Stack as="ol" className={classes.donors}>
        {statistics.top.map(({ name, amount, count, isNew }) => (
          <li key={`${name}-${amount}-${count}`}>
            <span>
              {name ?? <Trans>Аноним</Trans>}
              {isNew && (
                <small>
                  <Trans>впервые</Trans>
                </small>
              )}
            </span>
            <Text as="span" size={14} dim>
              <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" />
            </Text>
            <Sum amount={amount} currency={currency} />
          </li>
        ))}
      </Stack>
    </Section>
  );
}
