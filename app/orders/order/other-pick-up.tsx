import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { PickUpChoice } from '#app/delivery/pick-up-choice.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Order } from '../order-shapes.ts';
import classes from './order-screen.module.css';

/** Says that the order's pickup point was closed, and lets the buyer choose another one. */
export function OtherPickUp({ order, onChanged }: { readonly order: Order; readonly onChanged: () => Promise<void> }) {
  const { orderId, pickupPoint } = order;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const { isBusy, failure, act } = useAction();
  const closed = pickupPoint?.name ?? '';
  const other = chosen?.name ?? '';

  const save = (pickupPointId: number) =>
    act(async () => {
      await call('PUT Order/ChoosePickUp', { body: { orderId, pickupPointId } });
      await onChanged();
    });

  return (
    <Stack className={classes.warning} gap={12} fit>
      <p role="status">
        <Trans>Пункт «{closed}» закрылся. Выберите другой, и мы привезём заказ туда.</Trans>
      </p>
      {failure !== null && (
        <p role="alert">
          <FailureText>{failure.message}</FailureText>
        </p>
      )}
      {!isOpen && (
        <ActionButton onClick={() => setOpen(true)}>
          <Trans>Выбрать другой пункт</Trans>
        </ActionButton>
      )}
      {isOpen && (
        <>
          <PickUpChoice value={chosen?.id ?? null} onChange={setChosen} />
          <ActionButton
            onClick={() => chosen !== null && void save(chosen.id)}
            disabled={chosen === null || isBusy}
            aria-busy={isBusy}
          >
            {chosen === null ? <Trans>Выберите пункт в списке</Trans> : <Trans>Забрать в пункте «{other}»</Trans>}
          </ActionButton>
        </>
      )}
    </Stack>
  );
}
