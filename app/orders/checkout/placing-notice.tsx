import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { availableItems } from '../basket/available-items.ts';
import type { BasketEdit } from '../basket/use-basket-edit.ts';
import classes from './checkout.module.css';
import type { PlacingTrouble } from './use-placing.ts';

interface PlacingNoticeProps {
  readonly trouble: PlacingTrouble;
  readonly edit: BasketEdit;
  readonly orderId: string;
  /** What items cost with the chosen delivery, main units. */
  readonly priceOf: (items: BasketEdit['items']) => number;
  readonly currency: string;
  /** The buyer accepts the current price. */
  readonly onAgree: () => void;
  /** The buyer orders the items that are left. */
  readonly onMend: () => void;
}

/** Why the order could not be placed, the current total, and a button to go on. */
export function PlacingNotice(notice: PlacingNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} className={classes.trouble} role="alert" tabIndex={-1}>
      <Words {...notice} />
    </div>
  );
}

function Words({ trouble, edit, orderId, priceOf, currency, onAgree, onMend }: PlacingNoticeProps) {
  const goods = <Sum amount={edit.total} currency={currency} />;
  const now = <Sum amount={priceOf(edit.sold)} currency={currency} />;
  if (trouble.kind === 'priceChanged') {
    const was = <Sum amount={trouble.was} currency={currency} />;
    const isMember = trouble.isGuest && edit.sold.some(({ memberPercent }) => memberPercent > 0);
    return (
      <>
        <p>
          {isMember && priceOf(edit.sold) < trouble.was ? (
            <Trans>
              Вы подписчик автора: с вашей скидкой {now} вместо {was}.
            </Trans>
          ) : (
            <Trans>
              Пока вы оформляли заказ, цены изменились: было {was}, теперь {now}.
            </Trans>
          )}
        </p>
        <ActionButton onClick={onAgree}>
          <Trans>Согласиться и оплатить {now}</Trans>
        </ActionButton>
      </>
    );
  }
  if (trouble.kind === 'basketChanged') {
    return (
      <>
        <p>
          <Trans>
            Корзину тем временем изменили в другой вкладке или на другом устройстве. Проверьте, что в ней: товаров
            теперь на {goods}.
          </Trans>
        </p>
        <ActionButton onClick={onAgree}>
          <Trans>Всё верно, оплатить {now}</Trans>
        </ActionButton>
      </>
    );
  }
  if (trouble.kind === 'merged') {
    return (
      <>
        <p>
          <Trans>
            В корзине вашего аккаунта уже были вещи, и теперь они лежат вместе: товаров на {goods}. Проверьте корзину.
          </Trans>
        </p>
        <ActionButton onClick={onAgree}>
          <Trans>Всё верно, оплатить {now}</Trans>
        </ActionButton>
      </>
    );
  }
  if (trouble.kind === 'items') {
    const mended = availableItems(edit.items);
    const rest = <Sum amount={priceOf(mended)} currency={currency} />;
    if (mended.length === 0) {
      return (
        <p>
          <Trans>
            Ничего из того, что лежит в корзине, сейчас не купить: почему, написано у каждой вещи. Уберите это и
            выберите другое.
          </Trans>
        </p>
      );
    }
    return (
      <>
        <p>
          <Trans>Часть товаров сейчас не купить: почему, написано у каждого. То, что осталось, стоит {rest}.</Trans>
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
  if (trouble.kind === 'promoCode') {
    return (
      <>
        <p>
          <FailureText>{trouble.failure.message}</FailureText>
        </p>
        <ActionButton onClick={onAgree}>
          <Trans>Оплатить без него: {now}</Trans>
        </ActionButton>
      </>
    );
  }
  return (
    <p>
      <FailureText>{trouble.failure.message}</FailureText>
    </p>
  );
}
