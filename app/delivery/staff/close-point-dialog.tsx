import { Plural, Trans } from '@lingui/react/macro';
import { Suspense, use } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import type { PickUpPoint } from '../delivery.calls.ts';
import classes from './close-point-dialog.module.css';
import { usePointState } from './use-point-state.ts';

/** The open orders of a point, the first of them by number. */
interface OpenOrders {
  readonly items: readonly { readonly orderId: string; readonly number: string | null }[];
  readonly count: number;
}

/** A point that is about to be closed, and its open orders, which are being loaded. */
export interface PointToClose {
  readonly point: PickUpPoint;
  /** Null: they could not be loaded. */
  readonly orders: Promise<OpenOrders | null>;
}

/** Starts loading a point's open orders; called by the handler that opens the dialog. */
export function pointToClose(point: PickUpPoint): PointToClose {
  return { point, orders: call('GET Order/AtPickUp', { query: { pickupPointId: point.id } }).catch(() => null) };
}

interface ClosePointDialogProps {
  /** Null while the dialog is closed. */
  readonly asked: PointToClose | null;
  readonly onClose: () => void;
}

/** Asks before a point is closed, and shows its open orders, whose buyers will have to choose another point. */
export function ClosePointDialog({ asked, onClose }: ClosePointDialogProps) {
  const { isBusy, failure, forget, change } = usePointState();
  const name = asked?.point.name ?? '';

  async function close(id: number) {
    if (await change(id, false)) onClose();
  }

  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={<Trans>Закрыть пункт «{name}»?</Trans>}
      act={<Trans>Закрыть пункт</Trans>}
      isBusy={isBusy}
      onClose={() => {
        forget();
        onClose();
      }}
      onConfirm={() => asked && void close(asked.point.id)}
    >
      {asked !== null && (
        <Suspense fallback={<Skeleton height={64} />}>
          <OrdersOfPoint asked={asked} />
        </Suspense>
      )}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </ConfirmDialog>
  );
}

function OrdersOfPoint({ asked }: { readonly asked: PointToClose }) {
  const orders = use(asked.orders);
  if (orders === null) {
    return (
      <p>
        <Trans>Не получилось узнать, какие заказы едут сюда. Их покупателям предложат выбрать другой пункт.</Trans>
      </p>
    );
  }
  if (orders.count === 0) {
    return (
      <p>
        <Trans>Открытых заказов сюда нет. Покупатели перестанут видеть этот пункт сразу.</Trans>
      </p>
    );
  }
  const rest = orders.count - orders.items.length;
  return (
    <>
      <p>
        <Plural
          value={orders.count}
          one="Сюда едет # открытый заказ. Покупателю предложат выбрать другой пункт."
          few="Сюда едут # открытых заказа. Покупателям предложат выбрать другой пункт."
          many="Сюда едут # открытых заказов. Покупателям предложат выбрать другой пункт."
          other="Сюда едут # открытого заказа. Покупателям предложат выбрать другой пункт."
        />
      </p>
      <Row as="ul" className={classes.orders}>
        {orders.items.map(({ orderId, number }) => (
          <li key={orderId}>
            <Link to={`/admin/order/${orderId}`}>{number}</Link>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Trans>и ещё {rest}</Trans>
          </li>
        )}
      </Row>
    </>
  );
}
