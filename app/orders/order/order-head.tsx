import { Trans } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { OrderTime, StatusMark } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './order-screen.module.css';

interface OrderHeadProps {
  readonly order: Order;
  /** The provider has reported the payment, the server has not confirmed it yet. */
  readonly isConfirming: boolean;
}

/** The number, date and status of an order. */
export function OrderHead({ order, isConfirming }: OrderHeadProps) {
  const number = order.number ?? '';
  return (
    <Stack as="header" className={classes.head} gap={8}>
      <Link to="/orders" className={classes.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        <Trans>Все заказы</Trans>
      </Link>
      <Row gap={20} rowGap={12} align="center">
        <h1 className={classes.title}>
          <Trans>Заказ № {number}</Trans>
        </h1>
        <span role="status">
          <StatusMark order={order} isConfirming={isConfirming} />
        </span>
      </Row>
      <Text dim>
        <Trans>
          Оформлен <OrderTime at={order.createdAt} />
        </Trans>
      </Text>
    </Stack>
  );
}
