import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { ConfirmDialog } from '#base/ui/confirm-dialog.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import classes from './close-point-dialog.module.css';
import type { PickUpPoint } from './delivery.calls.ts';

interface ClosePointDialogProps {
  /** Null: nothing is asked. */
  readonly point: PickUpPoint | null;
  readonly onClose: () => void;
}

/** Asks before a point is closed: shows the open orders that go there and tells what their buyers will be offered. */
export function ClosePointDialog({ point, onClose }: ClosePointDialogProps) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const name = point?.name ?? '';

  async function close(id: number) {
    setBusy(true);
    setFault(null);
    try {
      await call('POST PickUp/state', { query: { id, isActive: false } });
      await revalidate();
      onClose();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      isOpen={point !== null}
      title={<Trans>Закрыть пункт «{name}»?</Trans>}
      act={<Trans>Закрыть пункт</Trans>}
      isBusy={isBusy}
      onClose={() => {
        setFault(null);
        onClose();
      }}
      onConfirm={() => point && void close(point.id)}
    >
      {point !== null && <OpenOrders key={point.id} pickupPointId={point.id} />}
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
    </ConfirmDialog>
  );
}

interface AtPickUp {
  readonly items: readonly { readonly orderId: string; readonly number: string | null }[];
  readonly count: number;
}

/** The open orders of a point, the first of them by number. */
function OpenOrders({ pickupPointId }: { readonly pickupPointId: number }) {
  const [orders, setOrders] = useState<AtPickUp | 'failed' | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    call('GET Order/AtPickUp', { query: { pickupPointId } }, { signal }).then(
      (found) => setOrders(found),
      () => {
        if (!signal.aborted) setOrders('failed');
      },
    );
    return () => controller.abort();
  }, [pickupPointId]);

  if (orders === null) return <Skeleton height={64} />;
  if (orders === 'failed') {
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
      <ul className={classes.orders}>
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
      </ul>
    </>
  );
}
