import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { usePaidNote } from '#app/payments/paid-notes.ts';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { countOf, lineKey } from '../guest-basket/basket-lines.ts';
import { OrderPicture } from '../order/order-picture.tsx';
import { OrderTime, StatusMark } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './orders-screen.module.css';

const picturesMost = 4;

/** One order in the list. */
export function OrderCard({ order, currency }: { readonly order: Order; readonly currency: string }) {
  const { orderId, items, createdAt, total, payment, giftId } = order;
  const isConfirming = usePaidNote(orderId) !== null && order.statusName === 'AwaitingPayment';
  const number = order.number ?? '';
  const count = countOf(items);
  const more = items.length - picturesMost;
  return (
    <Stack as="article" className={classes.card} align="center">
      <Row className={classes.pictures} gap={8} align="center" nowrap>
        {items.slice(0, picturesMost).map((item) => (
          <OrderPicture key={lineKey(item)} name={item.prouductImageUrl} size={72} />
        ))}
        {more > 0 && (
          <Text as="span" weight={600} dim>
            +{more}
          </Text>
        )}
      </Row>
      <Stack className={classes.what} gap={4}>
        <h2>
          <Link to={`/order/${orderId}`} className={classes.link}>
            <Trans>Заказ № {number}</Trans>
          </Link>
        </h2>
        <p>
          <OrderTime at={createdAt} />
          {' · '}
          <span>
            <Plural value={count} one="# товар" few="# товара" many="# товаров" other="# товара" />
          </span>
        </p>
      </Stack>
      <StatusMark order={order} isConfirming={isConfirming} />
      <Stack className={classes.sum} gap={8} justify="end">
        {giftId === undefined ? (
          <Sum amount={payment?.amount ?? total} currency={currency} />
        ) : (
          <b>
            <Trans>Подарок</Trans>
          </b>
        )}
        {order.statusName === 'AwaitingPayment' && !order.isCancelling && !isConfirming && (
          <LinkButton to={`/order/${orderId}`} className={classes.pay}>
            <Trans>Оплатить</Trans>
          </LinkButton>
        )}
      </Stack>
    </Stack>
  );
}
