import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { dayText } from '#base/text/dates.ts';
import { isDay } from '#base/text/days.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { Route } from './+types/reconciliation-screen';
import type { booksCalls } from './books.calls.ts';
import classes from './compared-system.module.css';
import { ComparedSystem, Outcome, OwnCurrency } from './compared-system.tsx';
import { StatementForm } from './statement-form.tsx';

type Answer = CallAnswer<typeof booksCalls.comparedNight>;
type Night = Answer['nights'][number];

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const night = searchParams.get('night') ?? '';
  const [answer, { country }] = await Promise.all([
    call('GET Payment/Comparison', { query: { Night: isDay(night) ? night : undefined } }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { answer, currency: { code: country.currencyCode, label: country.currencyLabel } };
}

/** How our payments compare with the books of the payment systems. For admins only. */
export default function ReconciliationScreen({ loaderData: { answer, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <PageFrame>
      <PageHead title={t`Сверка`} noIndex />
      <PageTitle>
        <Trans>Сверка</Trans>
      </PageTitle>
      <OwnCurrency value={currency}>
        <Comparisons answer={answer} />
      </OwnCurrency>
    </PageFrame>
  );
}

function Comparisons({ answer: { nights, shown } }: { readonly answer: Answer }) {
  return (
    <Stack gap={24} fit shrinks>
      {shown === null ? (
        <EmptyState title={<Trans>Сверки не было</Trans>}>
          <Trans>Каждую ночь после трёх часов платежи последних трёх дней сверяются с учётом платёжных систем.</Trans>
        </EmptyState>
      ) : (
        <ShownNight shown={shown} />
      )}
      {nights.length > 1 && <Nights nights={nights} />}
      <StatementForm />
    </Stack>
  );
}

function ShownNight({ shown }: { readonly shown: NonNullable<Answer['shown']> }) {
  const { night, since, endedAt, isUnderWay, results } = shown;
  const dateText = useDateText();
  const { i18n } = useLingui();
  const day = dayText(night, i18n.locale, 'long');
  const from = dateText(since, { date: 'short', time: 'short' });
  return (
    <Section title={<Trans>Ночь на {day}</Trans>} card>
      <Text dim>
        <Trans>Платежи с {from}</Trans>
      </Text>
      {endedAt === null && (
        <Text>
          {isUnderWay ? (
            <Trans>Сверяем: обновите страницу через несколько минут.</Trans>
          ) : (
            <Trans>Эта сверка не закончена: сервер остановился.</Trans>
          )}
        </Text>
      )}
      {endedAt !== null && results.length === 0 && (
        <Text>
          <Trans>Сверять нечего: платежей не было, и ни одна система не настроена.</Trans>
        </Text>
      )}
      <Stack className={classes.systems} gap={24} align="start">
        {results.map((result) => (
          <ComparedSystem key={result.system} result={result} />
        ))}
      </Stack>
    </Section>
  );
}

function Nights({ nights }: { readonly nights: readonly Night[] }) {
  const { t, i18n } = useLingui();
  const columns: readonly Column<Night>[] = [
    {
      title: t`Ночь на`,
      cell: ({ night }) => <Link to={`?night=${night}`}>{dayText(night, i18n.locale, 'long')}</Link>,
      isName: true,
    },
    { title: t`Итог`, cell: (night) => <NightOutcome night={night} /> },
  ];
  return (
    <Section title={<Trans>Последние ночи</Trans>}>
      <StaffTable label={t`Сверки по ночам`} rows={nights} keyOf={({ night }) => night} columns={columns} />
    </Section>
  );
}

function NightOutcome({ night: { endedAt, isUnderWay, isWhole, differing } }: { readonly night: Night }) {
  if (endedAt !== null) return <Outcome isWhole={isWhole} differing={differing} />;
  return isUnderWay ? (
    <Tag look="underWay">
      <Trans>Сверяем</Trans>
    </Tag>
  ) : (
    <Tag look="over">
      <Trans>Не закончена</Trans>
    </Tag>
  );
}
