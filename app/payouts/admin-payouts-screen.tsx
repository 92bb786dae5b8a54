import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { MonthSection } from '#app/receipts/month-section.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { dayText } from '#base/text/dates.ts';
import { longestReason } from '#base/text/reason-length.ts';
import { ChoiceLinks } from '#base/ui/choices/choice-links.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Field, Toggle } from '#base/ui/fields/field.tsx';
import { ReasonField } from '#base/ui/fields/reason-field.tsx';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { Route } from './+types/admin-payouts-screen';
import { ActButton } from './act-button.tsx';
import classes from './admin-payouts.module.css';
import { balanceNegative, payoutDecided } from './payout-failures.ts';
import { usePayoutStates } from './payout-list.tsx';
import { payoutStates } from './payout-state.ts';
import type { payoutsCalls } from './payouts.calls.ts';

type Request = CallAnswer<typeof payoutsCalls.list>['items'][number];

/** What came of the last decision, and in which list. */
interface DecidedRequest {
  readonly from: Request['state'];
  /** `elsewhere`: somebody else had decided before. */
  readonly outcome: 'paid' | 'declined' | 'elsewhere';
}

const take = 20;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const State = payoutStates.find((one) => one === searchParams.get('state')) ?? 'Requested';
  const Search = searchParams.get('search')?.trim().slice(0, 60);
  const query = { State, ...(Search && { Search }), Skip: (pageNumber(searchParams) - 1) * take, Take: take };
  const [requests, { country }] = await Promise.all([
    call('GET Payout/List', { query }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { state: State, search: Search, requests, currency: country.currencyLabel };
}

/** Creators' payout requests; admins pay them by hand. */
export default function AdminPayouts({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { state, search, requests, currency } = loaderData;
  const states = usePayoutStates();
  const [decided, setDecided] = useState<DecidedRequest | null>(null);
  return (
    <PageFrame>
      <PageHead title={t`Выплаты`} noIndex />
      <PageTitle>
        <Trans>Выплаты</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        <ChoiceLinks label={t`Состояние заявок`}>
          {payoutStates.map((one) => (
            <Link key={one} to={{ search: `?state=${one}` }} aria-current={one === state ? 'page' : undefined}>
              {one === 'Cancelled' ? <Trans>Отменено автором</Trans> : states[one]}
            </Link>
          ))}
        </ChoiceLinks>
        <search className={list.filters}>
          <TextFilter name="search" label={t`Имя пользователя или конец номера карты`} maxLength={60} isFirst />
        </search>
        <Text dim role="status">
          {decided?.from === state && <DecisionWords outcome={decided.outcome} />}{' '}
          <Plural value={requests.count} one="# заявка" few="# заявки" many="# заявок" other="# заявки" />
        </Text>
        {requests.items.length === 0 && requests.count > 0 && <BeyondLastPage count={requests.count} take={take} />}
        {requests.count === 0 && (
          <EmptyList search={search} names={['search']}>
            <EmptyState title={<Trans>Заявок нет</Trans>}>
              <Trans>Когда автор попросит выплату, она появится здесь.</Trans>
            </EmptyState>
          </EmptyList>
        )}
        {requests.items.length > 0 && (
          <RequestTable
            requests={requests.items}
            currency={currency}
            onDecided={(outcome) => setDecided(outcome && { from: state, outcome })}
          />
        )}
        <PageNumbers count={requests.count} take={take} />
        <MonthSection />
      </Stack>
    </PageFrame>
  );
}

function DecisionWords({ outcome }: Pick<DecidedRequest, 'outcome'>) {
  if (outcome === 'paid') return <Trans>Выплата отмечена.</Trans>;
  if (outcome === 'declined') return <Trans>Заявка отклонена, сумма вернулась автору.</Trans>;
  return <Trans>Эту заявку уже закрыли без вас. Список обновлён.</Trans>;
}

interface RequestTableProps {
  readonly requests: readonly Request[];
  readonly currency: string;
  readonly onDecided: (outcome: DecidedRequest['outcome'] | null) => void;
}

function RequestTable({ requests, currency, onDecided }: RequestTableProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const columns: readonly Column<Request>[] = [
    { title: t`Автор`, cell: (request) => <Who request={request} />, look: 'nowrap', isName: true },
    {
      title: t`Подана`,
      cell: ({ createdAt, ...request }) => (
        <>
          {dateText(createdAt, { date: 'short', time: 'short' })}
          <Deadline request={request} />
        </>
      ),
      look: 'nowrap',
    },
    { title: t`Карта`, cell: (request) => <ToCard request={request} />, look: 'words' },
    { title: t`Сумма`, cell: (request) => <Asked request={request} currency={currency} />, look: 'number' },
    {
      title: t`Действия`,
      cell: (request) => (
        <>
          {request.state === 'Paid' && <ActButton payout={request} />}
          {request.state === 'Requested' && <Decision request={request} onDecided={onDecided} />}
        </>
      ),
    },
  ];
  return <StaffTable label={t`Заявки на выплату`} rows={requests} keyOf={({ id }) => id} columns={columns} />;
}

/** Until when it must be decided; amber once that day is over. */
function Deadline({ request: { dueDay, isOverdue } }: { readonly request: Pick<Request, 'dueDay' | 'isOverdue'> }) {
  const { i18n } = useLingui();
  if (dueDay === null) return null;
  const last = dayText(dueDay, i18n.locale);
  return isOverdue ? (
    <Tag look="waits">
      <Trans>Срок вышел {last}</Trans>
    </Tag>
  ) : (
    <small>
      <Trans>Решить не позже {last}</Trans>
    </small>
  );
}

function Who({ request: { userId, userName, phone, taxNumber } }: { readonly request: Request }) {
  return (
    <>
      <Link to={`/admin/user/${userId}`}>{userName}</Link>
      <small>
        <Private>+{phone}</Private>
      </small>
      {taxNumber !== null && (
        <small>
          <Private>
            <Trans>ИНН {taxNumber}</Trans>
          </Private>
        </small>
      )}
    </>
  );
}

function ToCard({ request: { cardMask, cardToken, state, bankReference, reason } }: { readonly request: Request }) {
  return (
    <>
      <span className={list.nowrap}>{cardMask}</span>
      {state === 'Requested' && (
        <small>
          {cardToken === null ? (
            <Trans>Номер карты уточните у автора по телефону</Trans>
          ) : (
            <Trans>
              Токен платёжной системы{' '}
              <Private>
                <code>{cardToken}</code>
              </Private>
            </Trans>
          )}
        </small>
      )}
      {bankReference !== null && <small>{bankReference}</small>}
      {reason !== null && <small>{reason}</small>}
    </>
  );
}

/** The sum, and what the account holds without it. */
function Asked({
  request: { state, amount, balance },
  currency,
}: {
  readonly request: Request;
  readonly currency: string;
}) {
  return (
    <>
      <b>
        <Sum amount={amount} currency={currency} />
      </b>
      <small>
        <Trans>
          Остаётся <Sum amount={balance} currency={currency} />
        </Trans>
      </small>
      {state === 'Requested' && balance < 0 && (
        <small className={classes.debt} role="note">
          <Trans>После возвратов автор должен площадке: прежде чем платить, решите с ним, как закрыть долг</Trans>
        </small>
      )}
    </>
  );
}

interface DecisionProps {
  readonly request: Request;
  readonly onDecided: RequestTableProps['onDecided'];
}

function Decision({ request, onDecided }: DecisionProps) {
  const { t } = useLingui();
  const revalidator = useRevalidator();
  const [asked, setAsked] = useState<'pay' | 'decline' | null>(null);
  // What was typed outlives a dialog that is closed by mistake.
  const [typed, setTyped] = useState({ pay: '', decline: '' });
  const [despiteDebt, setDespiteDebt] = useState(false);
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    if (!payoutDecided.is(refusal)) return;
    close('elsewhere');
    void revalidator.revalidate();
  });
  const fault = fields.reference ?? fields.reason ?? null;

  function close(outcome: DecidedRequest['outcome']) {
    setAsked(null);
    onDecided(outcome);
  }

  async function decide() {
    const payoutId = request.id;
    if (asked === 'pay') await call('PUT Payout/Pay', { body: { payoutId, reference: typed.pay, despiteDebt } });
    else await call('PUT Payout/Decline', { body: { payoutId, reason: typed.decline } });
    close(asked === 'pay' ? 'paid' : 'declined');
    await revalidator.revalidate();
  }

  const ask = (what: 'pay' | 'decline') => {
    setDespiteDebt(false);
    forget();
    onDecided(null);
    setAsked(what);
  };
  return (
    <Row className={classes.acts} gap={6}>
      <ActionButton className={list.act} look="quiet" onClick={() => ask('pay')}>
        <Trans>Отметить выплату</Trans>
      </ActionButton>
      <ActionButton className={list.act} look="quiet" onClick={() => ask('decline')}>
        <Trans>Отклонить</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'decline' ? <Trans>Отклонить заявку?</Trans> : <Trans>Деньги переведены?</Trans>}
        act={asked === 'decline' ? <Trans>Отклонить</Trans> : <Trans>Деньги переведены</Trans>}
        isBusy={isBusy}
        onConfirm={() => act(decide)}
        onClose={() => setAsked(null)}
      >
        {asked === 'pay' && (
          <Field
            label={t`Номер перевода в банке`}
            value={typed.pay}
            maxLength={100}
            error={fault}
            onChange={(event) => setTyped({ ...typed, pay: event.currentTarget.value })}
          />
        )}
        {asked === 'decline' && (
          <ReasonField
            label={t`Причина, её увидит автор`}
            value={typed.decline}
            maxLength={longestReason}
            error={fault}
            onType={(decline) => setTyped({ ...typed, decline })}
          />
        )}
        {asked === 'pay' && (request.balance < 0 || balanceNegative.is(failure)) && (
          <Toggle checked={despiteDebt} onChange={(event) => setDespiteDebt(event.currentTarget.checked)}>
            <Trans>Баланс автора отрицательный, выплатить всё равно</Trans>
          </Toggle>
        )}
        {failure !== null && fault === null && <ErrorNotice>{failure.message}</ErrorNotice>}
      </ConfirmDialog>
    </Row>
  );
}
