import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { CallFailure, failures } from '#base/errors.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import { call } from '../call.ts';
import classes from './order-screen.module.css';
import type { Order } from './order-shapes.ts';

const PickUpChooser = lazy(() =>
  import('../delivery/pick-up-chooser.public.tsx').then((module) => ({ default: module.PickUpChooser })),
);

/** The order's pickup point was closed: says so, and lets the buyer take another one. */
export function OtherPickUp({ order, onChanged }: { readonly order: Order; readonly onChanged: () => Promise<void> }) {
  const { orderId, pickupPoint } = order;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isSaving, setSaving] = useState(false);
  const closed = pickupPoint?.name ?? '';
  const other = chosen?.name ?? '';

  async function save() {
    if (chosen === null || isSaving) return;
    setSaving(true);
    setFailure(null);
    try {
      await call('PUT Order/ChoosePickUp', { body: { orderId, pickupPointId: chosen.id } });
      await onChanged();
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : failures.internal.because());
    }
    setSaving(false);
  }

  return (
    <div className={classes.warning}>
      <p role="status">
        <Trans>Пункт «{closed}» закрылся. Выберите другой, и мы привезём заказ туда.</Trans>
      </p>
      {failure !== null && <p role="alert">{failure.message}</p>}
      {!isOpen && (
        <ActionButton onClick={() => setOpen(true)}>
          <Trans>Выбрать другой пункт</Trans>
        </ActionButton>
      )}
      {isOpen && (
        <>
          <Suspense fallback={<Skeleton height={320} />}>
            <PickUpChooser value={chosen?.id ?? null} onChange={setChosen} />
          </Suspense>
          <ActionButton onClick={() => void save()} disabled={chosen === null || isSaving} aria-busy={isSaving}>
            {chosen === null ? <Trans>Выберите пункт в списке</Trans> : <Trans>Забрать в пункте «{other}»</Trans>}
          </ActionButton>
        </>
      )}
    </div>
  );
}
