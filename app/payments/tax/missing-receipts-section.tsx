import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { RegisterReceipt } from '../register-receipt.tsx';
import { SystemName } from '../system-name.tsx';
import type { taxCalls } from './tax.calls.ts';

type MissingPage = CallAnswer<typeof taxCalls.missingReceipts>;
type Missing = MissingPage['items'][number];

interface MissingReceiptsProps {
  readonly page: MissingPage;
  readonly currency: string;
  readonly canRegister: boolean;
}

/** Paid and refunded sums whose fiscal receipt has not come, with what can be done. */
export function MissingReceiptsSection({ page, currency, canRegister }: MissingReceiptsProps) {
  return (
    <Section title={<Trans>Платежи без чека</Trans>}>
      <p role="status">
        {page.count > 0 && (
          <Plural
            value={page.count}
            one="# платёж или возврат"
            few="# платежа или возврата"
            many="# платежей или возвратов"
            other="# платежа или возврата"
          />
        )}
      </p>
      {page.items.length === 0 ? (
        <EmptyState title={<Trans>Все чеки на месте</Trans>}>
          <Plural
            value={page.hours}
            one="Здесь будут платежи Payme и Click, о чеке которых ничего не известно дольше # часа."
            few="Здесь будут платежи Payme и Click, о чеке которых ничего не известно дольше # часов."
            many="Здесь будут платежи Payme и Click, о чеке которых ничего не известно дольше # часов."
            other="Здесь будут платежи Payme и Click, о чеке которых ничего не известно дольше # часа."
          />
        </EmptyState>
      ) : (
        <MissingTable items={page.items} currency={currency} canRegister={canRegister} />
      )}
      <KeysetPages next={page.next} />
    </Section>
  );
}

interface MissingTableProps {
  readonly items: readonly Missing[];
  readonly currency: string;
  readonly canRegister: boolean;
}

function MissingTable({ items, currency, canRegister }: MissingTableProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const columns: readonly Column<Missing>[] = [
    {
      title: t`С какого времени`,
      cell: ({ since }) => dateText(since, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`За что`, cell: (missing) => <PaidFor missing={missing} /> },
    { title: t`Система`, cell: ({ system }) => <SystemName system={system} /> },
    { title: t`Что сделать`, cell: (missing) => <Remedy missing={missing} canRegister={canRegister} /> },
    { title: t`Сумма`, cell: ({ amount }) => <Sum amount={amount} currency={currency} />, look: 'number' },
  ];
  return (
    <StaffTable
      label={t`Платежи без чека`}
      rows={items}
      keyOf={({ paymentId, kind }) => `${paymentId} ${kind}`}
      columns={columns}
    />
  );
}

function PaidFor({ missing: { paidFor, reference, kind } }: { readonly missing: Missing }) {
  const what =
    paidFor === 'order' ? (
      <Link to={`/admin/order/${reference}`}>
        <Trans>Заказ</Trans>
      </Link>
    ) : (
      <Link to={`/thanks/${reference}`}>
        <Trans>Донат</Trans>
      </Link>
    );
  if (kind === 'Paid') return what;
  return (
    <>
      {what}, <Trans>возврат</Trans>
    </>
  );
}

interface RemedyProps {
  readonly missing: Missing;
  readonly canRegister: boolean;
}

function Remedy({ missing: { isNamed, paymentId, kind }, canRegister }: RemedyProps) {
  return (
    <Stack gap={8} fit justify="start">
      {isNamed ? (
        <Trans>Проверьте чек в кабинете платёжной системы</Trans>
      ) : (
        <Trans>Не у всех строк был код: укажите коды и пробейте чек вручную</Trans>
      )}
      {canRegister && (
        <>
          <RegisterReceipt paymentId={paymentId} kind={kind} />
          <ReasonAct
            act={<Trans>Чека не будет</Trans>}
            title={<Trans>Не ждать чека</Trans>}
            onSend={(reason) => call('PUT Receipt/Waived', { body: { paymentId, kind, reason } })}
          >
            <Trans>Платёж уйдёт из этого списка. Причину увидят в списке платежей и в журнале.</Trans>
          </ReasonAct>
        </>
      )}
    </Stack>
  );
}
