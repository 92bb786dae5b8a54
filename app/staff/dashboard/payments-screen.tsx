import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { useSession } from '#app/identity/session.ts';
import { CabinetRefund } from '#app/payments/cabinet-refund.tsx';
import { isLeftToCabinet } from '#app/payments/payment-flag.ts';
import { PaymentFlagWords } from '#app/payments/payment-flag-words.tsx';
import { paymentStatuses } from '#app/payments/payment-status.ts';
import { isRefundedInCabinet } from '#app/payments/payment-systems.ts';
import { RegisterReceipt } from '#app/payments/register-receipt.tsx';
import { SystemName } from '#app/payments/system-name.tsx';
import { useProductName } from '#base/pages/brand.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { countFilters } from '#base/ui/lists/address-filter.ts';
import { askedDays, periodIn } from '#base/ui/lists/address-period.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { ChoiceBox } from '#base/ui/lists/list-filters.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { PersonLink } from '../person-cell.tsx';
import { useFreshView } from '../staff-counts.ts';
import type { Route } from './+types/payments-screen';

const linesPerPage = 20;
const states = ['paid', 'refunded', 'failed', 'problem'] as const;
const kinds = ['donation', 'order'] as const;

/** The days that the call takes. */
const known = (day: string) => (day >= '2000' && day < '2999' ? day : '');

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const period = periodIn(params);
  const state = states.find((one) => one === params.get('state')) ?? 'paid';
  const filters = {
    Kind: kinds.find((one) => one === params.get('kind')),
    ...askedDays({ from: known(period.from), to: known(period.to) }),
  };
  const query = {
    State: state,
    ...filters,
    Skip: (pageNumber(params) - 1) * linesPerPage,
    Take: linesPerPage,
  };
  const [page, config] = await Promise.all([
    call('GET Moderator/Payments', { query }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { state, page, isFiltered: countFilters(filters) > 0, currency: config.country.currencyLabel };
}

/** Payments that were paid, refunded as a whole, failed, or have a problem. */
export default function PaymentsScreen({ loaderData }: Route.ComponentProps) {
  const { state, page, isFiltered, currency } = loaderData;
  const { t } = useLingui();
  useFreshView();
  const names = { failed: t`Не прошли`, problem: t`Требуют внимания`, paid: t`Оплачены`, refunded: t`Возвращены` };
  return (
    <div className={classes.page}>
      <PageHead title={t`Платежи`} noIndex />
      <div className={classes.head}>
        <PageTitle>
          <Trans>Платежи</Trans>
        </PageTitle>
        <ChoiceLinks label={t`Какие платежи`}>
          {states.map((one) => (
            <Link key={one} to={`/admin/payments?state=${one}`} aria-current={one === state ? 'page' : undefined}>
              {names[one]}
            </Link>
          ))}
        </ChoiceLinks>
      </div>
      <search className={classes.filters}>
        <ChoiceBox
          label={t`За что`}
          name="kind"
          options={[
            { value: 'donation', name: t`Донаты` },
            { value: 'order', name: t`Заказы` },
          ]}
        />
      </search>
      <p className={classes.found} role="status">
        {page.count > 0 && (
          <Plural value={page.count} one="# платёж" few="# платежа" many="# платежей" other="# платежа" />
        )}
      </p>
      {state === 'problem' && page.count > 0 && (
        <p className={classes.found}>
          <Trans>
            Деньги, которые платёжная система отказалась вернуть, верните в её кабинете: здесь платёж закроется сам.
            Остальное сверьте с её книгами.
          </Trans>
        </p>
      )}
      {page.items.length === 0 && page.count > 0 && <BeyondLastPage count={page.count} take={linesPerPage} />}
      {page.count === 0 && (
        <EmptyList isFiltered={isFiltered} names={['kind', 'from', 'to']}>
          <EmptyState title={<Trans>Таких платежей нет</Trans>}>
            <Trans>Здесь будут платежи, которые подходят под выбранное.</Trans>
          </EmptyState>
        </EmptyList>
      )}
      {page.items.length > 0 && <PaymentsTable items={page.items} currency={currency} />}
      <PageNumbers count={page.count} take={linesPerPage} />
    </div>
  );
}

type Payment = Route.ComponentProps['loaderData']['page']['items'][number];

function PaymentsTable({ items, currency }: { readonly items: readonly Payment[]; readonly currency: string }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const columns: readonly Column<Payment>[] = [
    {
      title: t`Начат`,
      cell: ({ createdAt }) => dateText(createdAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`За что`, cell: (payment) => <PaidFor payment={payment} />, look: 'nowrap' },
    { title: t`Кому`, cell: (payment) => <Receivers payment={payment} />, look: 'nowrap' },
    { title: t`Система`, cell: ({ system }) => <SystemName system={system} />, look: 'nowrap' },
    {
      title: t`Состояние`,
      cell: (payment) => (
        <>
          <PaymentState status={payment.status} /> <Problem payment={payment} />
          <WaivedReceipts payment={payment} />
        </>
      ),
    },
    {
      title: t`Сумма`,
      cell: ({ amount, refunded }) => (
        <>
          <Sum amount={amount} currency={currency} />
          {refunded > 0 && (
            <small>
              <br />
              <Trans>
                возвращено <Sum amount={refunded} currency={currency} />
              </Trans>
            </small>
          )}
        </>
      ),
      look: 'number',
    },
  ];
  return <StaffTable label={t`Список платежей`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

/** What was paid; a month of monthly support also leads to the membership. */
function PaidFor({ payment: { kind, reference, monthly } }: { readonly payment: Payment }) {
  if (kind === 'order') {
    return (
      <Link to={`/admin/order/${reference}`}>
        <Trans>Заказ</Trans>
      </Link>
    );
  }
  return (
    <div className={classes.links}>
      <Link to={`/thanks/${reference}`}>
        <Trans>Донат</Trans>
      </Link>
      {monthly !== null && (
        <Link to={`/admin/memberships?state=${monthly.state}&user=${monthly.donorId}`}>
          <Trans>{monthly.month}-й месяц подписки</Trans>
        </Link>
      )}
    </div>
  );
}

/** The creators to whom the money goes; an order may have products of several. */
function Receivers({ payment: { kind, receivers } }: { readonly payment: Payment }) {
  const siteName = useProductName();
  if (receivers.length === 0) return kind === 'order' ? siteName : null;
  return (
    <Stack justify="start" gap={4}>
      {receivers.map((person) => (
        <PersonLink key={person.userId} person={person} />
      ))}
    </Stack>
  );
}

/** What an operator has to look into; how a refund is made where only the system's cabinet makes it. */
function Problem({ payment: { problem, system, reference } }: { readonly payment: Payment }) {
  if (problem === null) return null;
  if (!(isRefundedInCabinet(system) && isLeftToCabinet(problem))) return <PaymentFlagWords flag={problem} />;
  return <CabinetRefund reference={reference} />;
}

/** Why there will be no fiscal receipt, as an admin has decided; an admin stores it where it came all the same. */
function WaivedReceipts({ payment: { id, waived } }: { readonly payment: Payment }) {
  const session = useSession();
  const isAdmin = session.status === 'user' && session.user.roles.includes('admin');
  return waived.map(({ kind, reason }) => (
    <Stack key={kind} gap={8} fit justify="start">
      <small>
        {kind === 'Paid' ? <Trans>Чека не будет: {reason}</Trans> : <Trans>Чека возврата не будет: {reason}</Trans>}
      </small>
      {isAdmin && <RegisterReceipt paymentId={id} kind={kind} />}
    </Stack>
  ));
}

function PaymentState({ status: name }: { readonly status: string }) {
  const status = paymentStatuses.find((one) => one === name) ?? 'Created';
  return (
    <Tag look={stateLooks.payment[status]}>
      {status === 'Failed' && <Trans>Отказ банка</Trans>}
      {status === 'Expired' && <Trans>Время вышло</Trans>}
      {status === 'Paid' && <Trans>Оплачен</Trans>}
      {status === 'Refunded' && <Trans>Возвращён</Trans>}
      {(status === 'Created' || status === 'AwaitingCode') && <Trans>Не завершён</Trans>}
    </Tag>
  );
}
