import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isCallFailure } from '#base/errors.ts';
import { ConfirmDialog } from '#base/ui/confirm-dialog.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { TextField } from '#base/ui/field.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { Sum } from '#base/ui/sum.tsx';
import { call } from '../call.ts';
import classes from './admin-order-screen.module.css';
import type { Order } from './order-shapes.ts';
import { deliveryOf, type OrderStatus, staffSteps } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

interface AdminOrderMovesProps {
  readonly order: Order;
  readonly currency: string;
  readonly onMoved: () => Promise<void>;
}

/** Does one thing at a time, shows why it failed, and always shows the order as it is then. */
function useAct(onMoved: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    }
    await onMoved();
    setBusy(false);
  };
  return { isBusy, fault, act };
}

/** The ways that the table allows from here; cancelling and giving money back are asked about first. */
export function AdminOrderMoves({ order, currency, onMoved }: AdminOrderMovesProps) {
  const { t } = useLingui();
  const words = useStatusWords();
  const { isBusy, fault, act } = useAct(onMoved);
  const [asked, setAsked] = useState<'Cancelled' | 'Refunded' | null>(null);
  const [reason, setReason] = useState('');
  const { orderId, statusName, payment } = order;
  const steps = staffSteps(statusName, deliveryOf(order));
  const move = (status: OrderStatus) => act(() => call('PUT Order/UserOders', { body: { orderId, status } }));
  const close = () => setAsked(null);

  async function confirm() {
    const isRefund = asked === 'Refunded';
    if (isRefund) await act(() => call('POST Order/Refund', { body: { orderId, reason: reason.trim() } }));
    else await move('Cancelled');
    close();
    setReason('');
  }

  return (
    <div className={classes.moves}>
      {steps
        .filter((to) => to !== 'Cancelled' && to !== 'Refunded')
        .map((to) => (
          <ActionButton key={to} disabled={isBusy} onClick={() => void move(to)}>
            {words[to]}
          </ActionButton>
        ))}
      {steps.includes('Cancelled') && (
        <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsked('Cancelled')}>
          <Trans>Отменить заказ</Trans>
        </ActionButton>
      )}
      {steps.includes('Refunded') && (
        <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsked('Refunded')}>
          <Trans>Вернуть деньги</Trans>
        </ActionButton>
      )}
      {steps.length === 0 && (
        <p className={classes.quiet}>
          <Trans>Этот заказ завершён, перевести его больше никуда нельзя.</Trans>
        </p>
      )}
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      <ConfirmDialog
        isOpen={asked === 'Cancelled'}
        title={<Trans>Отменить заказ?</Trans>}
        act={<Trans>Отменить заказ</Trans>}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        <Trans>Товары вернутся на витрину. Если оплата всё-таки придёт, она вернётся покупателю сама.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'Refunded'}
        title={
          <Trans>
            Вернуть <Sum amount={payment?.amount ?? order.total} currency={currency} />?
          </Trans>
        }
        act={<Trans>Вернуть деньги</Trans>}
        isBusy={isBusy || reason.trim() === ''}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        <p className={classes.lead}>
          <Trans>Платёжная система вернёт покупателю всю сумму, донат к заказу тоже. Отменить возврат нельзя.</Trans>
        </p>
        <TextField
          label={t`Причина, её увидит покупатель`}
          value={reason}
          maxLength={500}
          rows={3}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </ConfirmDialog>
    </div>
  );
}
