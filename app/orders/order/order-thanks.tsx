import { Trans } from '@lingui/react/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import classes from './order-thanks.module.css';

/** Thanks for an order that was just paid. It replaces the payment and takes its `height`, so that nothing below moves. */
export function OrderThanks({ height }: { readonly height: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The card form had the focus and is gone.
    box.current?.focus();
  }, []);
  return (
    <Stack ref={box} className={classes.thanks} gap={8} style={{ minHeight: height }} role="status" tabIndex={-1}>
      <IconCircleCheck size={56} stroke={1.5} aria-hidden />
      <b>
        <Trans>Спасибо! Заказ оплачен.</Trans>
      </b>
      <p>
        <Trans>Скоро начнём его собирать. Где он, видно здесь: страница обновляется сама.</Trans>
      </p>
    </Stack>
  );
}
