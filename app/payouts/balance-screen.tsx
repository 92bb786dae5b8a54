import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { dayText } from '#base/text/dates.ts';
import { DayRange } from '#base/ui/dates/day-range.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { askedDays, periodIn, useAddressPeriod } from '#base/ui/lists/address-period.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Section } from '#base/ui/panel/section.tsx';
import type { Route } from './+types/balance-screen';
import classes from './balance-screen.module.css';
import type { Statement, WaitingPayouts } from './own-money.ts';
import { PayoutForm } from './payout-form.tsx';
import { PayoutList } from './payout-list.tsx';
import { TaxNumberForm } from './tax-number-form.tsx';

const take = 20;
const takePayouts = 5;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const [accounts, { country }, { taxNumber }, payouts] = await Promise.all([
    call('GET PersonalAccount/GetAccounts', {}, { signal }),
    call('GET Config', {}, { signal }),
    call('GET Payout/TaxNumber', {}, { signal }),
    call(
      'GET Payout/My',
      {
        query: { Skip: (pageNumber(searchParams, 'payouts') - 1) * takePayouts, Take: takePayouts },
      },
      { signal },
    ),
  ]);
  const chosen = accounts.find(({ id }) => id === searchParams.get('account')) ?? accounts[0];
  const query = {
    ...askedDays(periodIn(searchParams)),
    accountId: chosen?.id ?? '',
    Skip: (pageNumber(searchParams) - 1) * take,
    Take: take,
  };
  const statement = await call('GET Ledger/Statement', { query }, { signal });
  return { accounts, statement, payouts, taxNumber, currency: country.currencyLabel };
}

/** A creator's accounts with their statements, the form for a payout, and the payout requests. */
export default function BalanceScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { accounts, statement, payouts, taxNumber, currency } = loaderData;
  return (
    <>
      <PageHead title={t`Баланс`} noIndex />
      <PageTitle>
        <Trans>Баланс</Trans>
      </PageTitle>
      <Stack gap={20}>
        {accounts.length > 1 && <Accounts accounts={accounts} chosen={statement.accountId} currency={currency} />}
        <div className={classes.now}>
          <Money available={statement.balance} waiting={payouts.waiting} currency={currency} />
          <PayoutForm
            key={statement.accountId}
            statement={statement}
            promisedDays={payouts.promisedDays}
            currency={currency}
          />
        </div>
        <PayoutList payouts={payouts} take={takePayouts} currency={currency} />
        <StatementTable statement={statement} currency={currency} />
        <TaxNumberForm known={taxNumber} />
      </Stack>
    </>
  );
}

interface MoneyProps {
  readonly available: number;
  readonly waiting: WaitingPayouts;
  readonly currency: string;
}

/** What can be taken now, what is on its way, and when it arrives. */
function Money({ available, waiting, currency }: MoneyProps) {
  return (
    <div className={panel.panel}>
      <Row as="dl" className={classes.totals}>
        <div>
          <dt>
            <Trans>Доступно</Trans>
          </dt>
          <dd>
            <Private>
              <Sum amount={available} currency={currency} big />
            </Private>
          </dd>
        </div>
        {waiting.since !== null && (
          <div>
            <dt>
              <Trans>В пути на карту</Trans>
            </dt>
            <dd>
              <Private>
                <Sum amount={waiting.amount} currency={currency} />
              </Private>
            </dd>
          </div>
        )}
      </Row>
      <p className={classes.when}>
        {waiting.since === null ? (
          <Trans>Донаты доступны сразу. Заявку на выплату можно отменить, пока оператор не перевёл деньги.</Trans>
        ) : (
          <>
            <Waiting since={waiting.since} waiting={waiting} />{' '}
            <Trans>
              По каждой заявке он переведёт их на карту или вернёт на счёт с причиной; до этого её можно отменить ниже.
              Решение будет здесь и в уведомлениях.
            </Trans>
          </>
        )}
      </p>
    </div>
  );
}

interface WaitingProps {
  readonly since: string;
  readonly waiting: Pick<WaitingPayouts, 'dueDay' | 'isOverdue'>;
}

/** Since when the oldest request waits, and until when. */
function Waiting({ since, waiting: { dueDay, isOverdue } }: WaitingProps) {
  const { i18n } = useLingui();
  const dateText = useDateText();
  const first = dateText(since, { date: 'dayMonth' });
  if (dueDay === null) return <Trans>Деньги ждут оператора с {first}.</Trans>;
  const last = dayText(dueDay, i18n.locale, 'dayMonth');
  if (isOverdue)
    return (
      <Trans>
        Деньги ждут оператора с {first}, хотя обещал решить не позже {last}.
      </Trans>
    );
  return (
    <Trans>
      Деньги ждут оператора с {first}, он решит не позже {last}.
    </Trans>
  );
}

interface AccountsProps {
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly balance: number }[];
  readonly chosen: string;
  readonly currency: string;
}

function Accounts({ accounts, chosen, currency }: AccountsProps) {
  const nameOf = useNames();
  const { t } = useLingui();
  const [, setParams] = useSearchParams();
  return (
    <fieldset className={classes.accounts}>
      <HiddenLegend>{t`Счета`}</HiddenLegend>
      {accounts.map(({ id, name, balance }) => (
        <button
          key={id}
          type="button"
          className={classes.account}
          aria-pressed={id === chosen}
          onClick={() => setParams({ account: id })}
        >
          <span>{nameOf(name)}</span>
          <b>
            <Private>
              <Sum amount={balance} currency={currency} />
            </Private>
          </b>
        </button>
      ))}
    </fieldset>
  );
}

function useKinds(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    donation: t`Донат`,
    'donation-refund': t`Возврат доната`,
    'donation-part-refund': t`Возврат части доната`,
    order: t`Заказ`,
    'order-refund': t`Возврат заказа`,
    'order-part-refund': t`Возврат части заказа`,
    'order-gift-delivery': t`Доставка подаренной вещи`,
    'order-gift-delivery-refund': t`Возврат за доставку подаренной вещи`,
    payout: t`Выплата`,
    'payout-return': t`Выплата не прошла`,
  };
}

function StatementTable({ statement, currency }: { readonly statement: Statement; readonly currency: string }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const kinds = useKinds();
  const [period, choosePeriod] = useAddressPeriod();
  return (
    <Section title={<Trans>Движение денег</Trans>} card>
      <DayRange {...period} onChoose={choosePeriod} />
      {statement.items.length === 0 && statement.count > 0 && <BeyondLastPage count={statement.count} take={take} />}
      {statement.count === 0 && (
        <EmptyList
          isFiltered={period.from !== '' || period.to !== ''}
          names={['from', 'to']}
          title={<Trans>За эти дни движений нет</Trans>}
          reset={<Trans>Показать за всё время</Trans>}
        >
          <EmptyState title={<Trans>Движений нет</Trans>}>
            <Trans>Здесь будет каждый донат, заказ и выплата с остатком после них.</Trans>
          </EmptyState>
        </EmptyList>
      )}
      {statement.items.length > 0 && (
        <Stack as="ul" className={classes.lines} aria-label={t`Движение денег`}>
          {statement.items.map(({ id, at, kind, title, amount, balance }) => (
            <li key={id}>
              <Text as="div" className={classes.what} shrinks>
                <b>{kinds[kind] ?? t`Движение`}</b>
                {title !== null && <span>{title}</span>}
                <time dateTime={at}>{momentText(at)}</time>
              </Text>
              <div className={classes.money}>
                <span data-way={amount > 0 ? 'in' : 'out'}>
                  <Private>
                    {amount > 0 && '+'}
                    <Sum amount={amount} currency={currency} />
                  </Private>
                </span>
                <small>
                  <Trans>
                    Остаток{' '}
                    <Private>
                      <Sum amount={balance} currency={currency} />
                    </Private>
                  </Trans>
                </small>
              </div>
            </li>
          ))}
        </Stack>
      )}
      <PageNumbers count={statement.count} take={take} />
    </Section>
  );
}
