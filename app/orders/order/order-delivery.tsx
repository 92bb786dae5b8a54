import { Trans } from '@lingui/react/macro';
import { PickUpView } from '#app/delivery/pick-up-view.tsx';
import { Text } from '#base/ui/layout/parts.tsx';
import panel from '#base/ui/panel/panel.module.css';
import type { Order } from '../order-shapes.ts';
import { isOnTheWay, mayChangePickUp, statusOf } from '../order-status.ts';
import { ExpectedDays } from './expected-days.tsx';
import classes from './order-screen.module.css';
import { OtherPickUp } from './other-pick-up.tsx';

interface OrderDeliveryProps {
  readonly order: Order;
  readonly onChanged: () => Promise<void>;
}

/** The chosen delivery of the order and its recipient. */
export function OrderDelivery({ order, onChanged }: OrderDeliveryProps) {
  const { pickupPoint, address, delivery, recipient } = order;
  const status = statusOf(order.status);
  const isClosed = pickupPoint !== null && !pickupPoint.isActive && status !== null && mayChangePickUp(status);
  return (
    <section className={panel.panel} aria-labelledby="delivery-title">
      <h2 id="delivery-title">
        <Trans>Доставка</Trans>
      </h2>
      {isClosed && <OtherPickUp order={order} onChanged={onChanged} />}
      {pickupPoint !== null && <PickUpView point={pickupPoint} />}
      {address !== null && <p>{address}</p>}
      {isOnTheWay(status) && delivery?.from != null && delivery.to !== null && (
        <p>
          <ExpectedDays from={delivery.from} to={delivery.to} />
        </p>
      )}
      {recipient !== null && (
        <Text className={classes.recipient} dim>
          <Trans>Получатель:</Trans> <b>{recipient.name}</b>, <a href={`tel:+${recipient.phone}`}>+{recipient.phone}</a>
        </Text>
      )}
    </section>
  );
}
