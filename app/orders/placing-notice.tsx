import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ActionButton, LinkButton } from '#base/ui/link-button.tsx';
import { Sum } from '#base/ui/sum.tsx';
import { totalOf } from '../basket/basket-lines.ts';
import { mendItems } from './basket-mends.ts';
import classes from './checkout.module.css';
import type { BasketEdit } from './use-basket-edit.ts';
import type { PlacingTrouble } from './use-placing.ts';

interface PlacingNoticeProps {
  readonly trouble: PlacingTrouble;
  readonly edit: BasketEdit;
  readonly orderId: string;
  readonly currency: string;
  /** The buyer agrees to what it costs now. */
  readonly onAgree: () => void;
  /** The buyer takes what can be had. */
  readonly onMend: () => void;
}

/** Why the order could not be placed, what it comes to now, and one press to go on. */
export function PlacingNotice({ trouble, edit, orderId, currency, onAgree, onMend }: PlacingNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} className={classes.trouble} role="alert" tabIndex={-1}>
      <Words {...{ trouble, edit, orderId, currency, onAgree, onMend }} />
    </div>
  );
}

function Words({ trouble, edit, orderId, currency, onAgree, onMend }: PlacingNoticeProps) {
  const now = <Sum amount={edit.total} currency={currency} />;
  if (trouble.kind === 'priceChanged') {
    const was = <Sum amount={trouble.was} currency={currency} />;
    return (
      <>
        <p>
          <Trans>
            Пока вы оформляли заказ, цены изменились: было {was}, теперь {now}.
          </Trans>
        </p>
        <ActionButton onClick={onAgree}>
          <Trans>Согласиться и оплатить {now}</Trans>
        </ActionButton>
      </>
    );
  }
  if (trouble.kind === 'items') {
    const mended = mendItems(edit.items);
    const rest = <Sum amount={totalOf(mended)} currency={currency} />;
    if (mended.length === 0) {
      return (
        <p>
          <Trans>Всё, что лежит в корзине, закончилось или больше не продаётся. Уберите это и выберите другое.</Trans>
        </p>
      );
    }
    return (
      <>
        <p>
          <Trans>Часть товаров успели раскупить или снять с продажи. То, что осталось, стоит {rest}.</Trans>
        </p>
        <ActionButton onClick={onMend}>
          <Trans>Исправить и оплатить {rest}</Trans>
        </ActionButton>
      </>
    );
  }
  if (trouble.kind === 'pickUpClosed') {
    return (
      <p>
        <Trans>Пункт выдачи, который вы выбрали, закрылся. Выберите другой, остальное осталось на месте.</Trans>
      </p>
    );
  }
  if (trouble.kind === 'placed') {
    return (
      <>
        <p>
          <Trans>Этот заказ уже оформлен, в другой вкладке или на другом устройстве.</Trans>
        </p>
        <LinkButton to={`/order/${orderId}`}>
          <Trans>Открыть заказ</Trans>
        </LinkButton>
      </>
    );
  }
  return <p>{trouble.failure.message}</p>;
}
