import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { ReasonField } from '#base/ui/fields/reason-field.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { longestOrderReason } from '../order-limits.ts';
import type { Order } from '../order-shapes.ts';
import { deliveryKindOf, type OrderStatus, staffSteps } from '../order-status.ts';
import { CabinetRefundNotice } from '../refunds/cabinet-refund-notice.tsx';
import { isLeftToSystem, leftOf } from '../refunds/order-refunds.ts';
import { PaymentTrouble } from '../refunds/payment-trouble.tsx';
import { useStepWords } from '../use-status-words.ts';
import classes from './admin-order-screen.module.css';

interface AdminOrderMovesProps {
  readonly order: Order;
  readonly currency: string;
  readonly onMoved: () => Promise<void>;
}

/** What staff can do with the order now; cancelling and refunding ask for confirmation. */
export function AdminOrderMoves({ order, currency, onMoved }: AdminOrderMovesProps) {
  const { t } = useLingui();
  const words = useStepWords();
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    // A fault of the reason is shown at its field, in the dialog.
    if (refusal.fields?.reason === undefined) close();
  });
  const [asked, setAsked] = useState<'Cancelled' | 'Refunded' | null>(null);
  const [reason, setReason] = useState('');
  const { orderId, statusName, isCancelling, isRefunding, refunds, giftId } = order;
  const isGift = giftId !== undefined;
  const isPartUnderWay = refunds.some(({ state }) => state === 'Wanted');
  const steps = staffSteps(statusName, deliveryKindOf(order));
  const isHeld = isRefunding || isPartUnderWay;
  const isLeft = isLeftToSystem(order);
  // The order is loaded again after a failure too: it may have changed meanwhile.
  const change = (work: () => Promise<unknown>) => act(() => work().finally(onMoved));
  const move = (status: OrderStatus) => change(() => call('PUT Order/UserOders', { body: { orderId, status } }));
  const close = () => setAsked(null);

  async function confirm() {
    const isRefund = asked === 'Refunded';
    const isDone = isRefund
      ? await change(() => call('POST Order/Refund', { body: { orderId, reason: reason.trim() } }))
      : await move('Cancelled');
    if (!isDone) return;
    close();
    setReason('');
  }

  return (
    <Row className={classes.moves} gap={10} align="center">
      {steps
        .filter((to) => to !== 'Cancelled' && to !== 'Refunded')
        .map((to) => (
          <ActionButton key={to} disabled={isBusy || isHeld} onClick={() => void move(to)}>
            {words[to]}
          </ActionButton>
        ))}
      {steps.includes('Cancelled') && !isCancelling && (
        <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsked('Cancelled')}>
          <Trans>Отменить заказ</Trans>
        </ActionButton>
      )}
      {steps.includes('Refunded') && !isRefunding && isLeft && <CabinetRefundNotice order={order} onLook={onMoved} />}
      {steps.includes('Refunded') && !isRefunding && !isLeft && (
        <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsked('Refunded')}>
          {isGift ? <Trans>Отменить подарок</Trans> : <Trans>Вернуть деньги</Trans>}
        </ActionButton>
      )}
      <ActionButton look="quiet" onClick={() => window.print()}>
        <Trans>Печать листа сборки</Trans>
      </ActionButton>
      {steps.length === 0 && (
        <p className={classes.quiet}>
          <Trans>Этот заказ завершён, перевести его больше никуда нельзя.</Trans>
        </p>
      )}
      <PaymentTrouble
        order={order}
        isBusy={isBusy}
        onRetry={() => void change(() => call('POST Order/RetryRefund', { body: { orderId } }))}
      />
      {isHeld && !order.isRefundStopped && (
        <p className={classes.quiet} role="status">
          <Trans>Деньги возвращаются: платёжная система ещё не ответила. До её ответа заказ дальше не идёт.</Trans>
        </p>
      )}
      {isCancelling && (
        <p className={classes.quiet} role="status">
          <Trans>
            Заказ отменяется: платёжная система ещё не ответила, оплачен ли он. Неоплаченный отменится сам, оплаченный
            останется оплаченным.
          </Trans>
        </p>
      )}
      {failure !== null && fields.reason === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <ConfirmDialog
        isOpen={asked === 'Cancelled'}
        title={<Trans>Отменить заказ?</Trans>}
        act={<Trans>Отменить заказ</Trans>}
        isBusy={isBusy}
        onConfirm={confirm}
        onClose={close}
      >
        <Trans>Товары вернутся на витрину. Если оплата всё-таки придёт, она вернётся покупателю сама.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'Refunded'}
        title={
          isGift ? (
            <Trans>Отменить подарок?</Trans>
          ) : (
            <Trans>
              Вернуть <Sum amount={leftOf(order)} currency={currency} />?
            </Trans>
          )
        }
        act={isGift ? <Trans>Отменить подарок</Trans> : <Trans>Вернуть деньги</Trans>}
        isBusy={isBusy}
        onConfirm={confirm}
        onClose={close}
      >
        <p className={classes.lead}>
          {isGift ? (
            <Trans>
              Деньги никуда не идут: за вещь заплатил даритель, и донат остаётся автору. Если её ещё не отправили, она
              вернётся на склад. Отменить это нельзя.
            </Trans>
          ) : (
            <Trans>
              Платёжная система вернёт покупателю всё, что ещё не возвращено, донат к заказу тоже. Отменить возврат
              нельзя.
            </Trans>
          )}
        </p>
        <ReasonField
          label={t`Причина, её увидит покупатель`}
          value={reason}
          maxLength={longestOrderReason}
          error={fields.reason}
          onType={(typed) => {
            setReason(typed);
            forget();
          }}
        />
      </ConfirmDialog>
    </Row>
  );
}
