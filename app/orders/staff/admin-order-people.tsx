import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PickUpView } from '#app/delivery/pick-up-view.tsx';
import { SystemName } from '#app/payments/system-name.tsx';
import { Text } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { ExpectedDays } from '../order/expected-days.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './admin-order-screen.module.css';

function usePaymentWords() {
  const { t } = useLingui();
  return {
    Created: t`Открыт`,
    AwaitingCode: t`Ждёт кода`,
    Paid: t`Оплачен`,
    Failed: t`Не прошёл`,
    Expired: t`Истёк`,
    Refunded: t`Возвращён`,
  };
}

function Panel({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The buyer, the recipient, the delivery and the payment of an order. */
export function AdminOrderPeople({ order, currency }: { readonly order: Order; readonly currency: string }) {
  const words = usePaymentWords();
  const { customer, recipient, pickupPoint, address, delivery, payment, giftId } = order;
  return (
    <>
      <Panel id="customer" title={<Trans>Покупатель</Trans>}>
        <p className={classes.contact}>
          <Link to={`/admin/user/${customer.userId}`}>{customer.displayName}</Link>
          <a href={`tel:+${customer.phone}`}>+{customer.phone}</a>
        </p>
      </Panel>
      <Panel id="delivery" title={<Trans>Доставка</Trans>}>
        {pickupPoint !== null && <PickUpView point={pickupPoint} />}
        {pickupPoint?.isActive === false && (
          <p className={classes.warning}>
            <Trans>Этот пункт закрыт. Покупателю предложено выбрать другой.</Trans>
          </p>
        )}
        {address !== null && <p>{address}</p>}
        {delivery?.from != null && delivery.to !== null && (
          <p>
            <ExpectedDays from={delivery.from} to={delivery.to} />
          </p>
        )}
        {recipient !== null && (
          <p>
            <Trans>Получатель:</Trans> {recipient.name}, <a href={`tel:+${recipient.phone}`}>+{recipient.phone}</a>
          </p>
        )}
      </Panel>
      <Panel id="payment" title={<Trans>Оплата</Trans>}>
        {payment === null ? (
          <p className={classes.quiet}>
            {giftId === undefined ? (
              <Trans>Оплату ещё не начинали</Trans>
            ) : (
              <Trans>Подарок: вещь оплачена донатом автору, покупатель не платит</Trans>
            )}
          </p>
        ) : (
          <p>
            {words[payment.status]}, <Sum amount={payment.amount} currency={currency} />
            <br />
            <SystemName system={payment.system} />
            <br />
            <Text as="small" className={classes.code} dim>
              {payment.id}
            </Text>
          </p>
        )}
      </Panel>
    </>
  );
}
