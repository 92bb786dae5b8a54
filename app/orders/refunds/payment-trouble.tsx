import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { PaymentFlagWords } from '#app/payments/payment-flag-words.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './payment-trouble.module.css';

interface PaymentTroubleProps {
  readonly order: Pick<Order, 'isRefundStopped' | 'paymentProblem'>;
  readonly isBusy: boolean;
  /** Asks the payment system once more for the refunds that it has not made. */
  readonly onRetry: () => void;
}

/** For staff: what is wrong with the payment of an order, and what can be done about a refund that was not made. */
export function PaymentTrouble({ order: { isRefundStopped, paymentProblem }, isBusy, onRetry }: PaymentTroubleProps) {
  if (!isRefundStopped && paymentProblem === null) return null;
  return (
    <Stack className={classes.trouble} role="status" gap={12}>
      <p>
        {isRefundStopped ? (
          <Trans>
            Возврат не прошёл: платёжная система отвечает, но денег не возвращает. Сам он больше не повторится, и пока
            деньги не вернутся, заказ дальше не идёт.
          </Trans>
        ) : (
          <Trans>Платёж за заказ требует внимания.</Trans>
        )}{' '}
        {paymentProblem !== null && (
          <Trans>
            Что известно: <PaymentFlagWords flag={paymentProblem} />.
          </Trans>
        )}{' '}
        <Link to="/admin/payments?state=problem">
          <Trans>Платежи, которые требуют внимания</Trans>
        </Link>
      </p>
      {isRefundStopped && (
        <ActionButton look="quiet" disabled={isBusy} onClick={onRetry}>
          <Trans>Запросить возврат ещё раз</Trans>
        </ActionButton>
      )}
    </Stack>
  );
}
