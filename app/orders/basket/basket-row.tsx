import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { useSession } from '#app/identity/session.ts';
import icon from '#base/ui/page/icon-button.module.css';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { guestTotalOf, lineKey } from '../guest-basket/basket-lines.ts';
import { OrderPicture } from '../order/order-picture.tsx';
import { quantityMost } from '../order-limits.ts';
import { QuantityStepper } from '../quantity-stepper.tsx';
import { isSold, mostOf } from './available-items.ts';
import classes from './basket-list.module.css';
import type { BasketViewItem } from './basket-loader.ts';
import type { BasketEdit } from './use-basket-edit.ts';

interface BasketRowProps {
  readonly item: BasketViewItem;
  readonly edit: BasketEdit;
  readonly currency: string;
}

/** One line of the basket: product, quantity, price, and the reason why it cannot be bought. */
export function BasketRow({ item, edit, currency }: BasketRowProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const key = lineKey(item);
  const { productId, productName, productUser, sizeName, colorName, quantity, state, memberPercent } = item;
  const isGone = !isSold(item);
  const most = Math.max(1, mostOf(edit.items, item));
  const choice = [colorName, sizeName]
    .filter((name) => name !== null)
    .map(nameOf)
    .join(', ');
  return (
    <li className={classes.row} data-gone={isGone || undefined}>
      <OrderPicture name={item.prouductImageUrl} />
      <div className={classes.what}>
        {state === 'unavailable' ? (
          <b>{productName}</b>
        ) : (
          <Link to={`/merch/${productId}`} className={classes.name}>
            {productName}
          </Link>
        )}
        <p className={classes.detail}>
          {choice !== '' && <span>{choice}</span>}
          <Link to={`/${productUser.userName}`}>{productUser.displayName}</Link>
        </p>
        <Matter item={item} edit={edit} currency={currency} />
      </div>
      <div className={classes.count}>
        {!isGone && (
          <QuantityStepper
            name={productName}
            value={quantity}
            most={most}
            bound={<Bound most={most} />}
            onChange={(next) => edit.setQuantity(key, next)}
          />
        )}
        <button
          type="button"
          className={icon.button}
          data-quiet
          aria-label={t`Убрать: ${productName}`}
          onClick={() => edit.remove(key)}
        >
          <IconTrash size={20} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className={classes.price}>
        {!isGone && <Sum amount={guestTotalOf([item])} currency={currency} />}
        {!isGone && (
          <div className={classes.why}>
            {quantity > 1 && (
              <small>
                <Sum amount={item.price} currency={currency} /> <Trans>за штуку</Trans>
              </small>
            )}
            {memberPercent > 0 && (
              <small>
                <Trans>−{memberPercent} % подписчику</Trans>
              </small>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** Why no more of a line can be taken. */
function Bound({ most }: { readonly most: number }) {
  if (most >= quantityMost) return <Trans>Больше {quantityMost} одинаковых вещей в заказ не положить.</Trans>;
  return (
    <Plural
      value={most}
      one="Есть только # штука."
      few="Есть только # штуки."
      many="Есть только # штук."
      other="Есть только # штуки."
    />
  );
}

/** Why the line cannot be bought, with a button that resolves it. */
function Matter({ item, edit, currency }: BasketRowProps) {
  const { state, was } = item;
  const key = lineKey(item);
  const most = mostOf(edit.items, item);
  const login = useLoginAddress();
  const isGuest = useSession().status === 'guest';
  const join = { pathname: `/${item.productUser.userName}`, search: 'level=', hash: 'donation' };
  if (state === 'unavailable') {
    return (
      <Notice act={<Trans>Убрать</Trans>} onAct={() => edit.remove(key)}>
        <Trans>Больше не продаётся.</Trans>
      </Notice>
    );
  }
  if (state === 'wrongChoice') {
    return (
      <Notice act={<Trans>Убрать</Trans>} onAct={() => edit.remove(key)}>
        <Trans>
          Такого цвета или размера больше нет. <Link to={`/merch/${item.productId}`}>Выбрать другой</Link>
        </Trans>
      </Notice>
    );
  }
  if (state === 'membersOnly') {
    return (
      <Notice act={<Trans>Убрать</Trans>} onAct={() => edit.remove(key)}>
        <Trans>
          Только для подписчиков автора. <Link to={join}>Подписаться</Link>
        </Trans>
        {isGuest && (
          <>
            {' '}
            <Link to={login}>
              <Trans>Уже подписаны? Войдите</Trans>
            </Link>
          </>
        )}
      </Notice>
    );
  }
  if (state === 'short' && most === 0) {
    return (
      <Notice act={<Trans>Убрать</Trans>} onAct={() => edit.remove(key)}>
        <Trans>Закончился.</Trans>
      </Notice>
    );
  }
  if (state === 'short') {
    return (
      <Notice act={<Trans>Взять {most}</Trans>} onAct={() => edit.setQuantity(key, most)}>
        <Plural
          value={most}
          one="Осталась # штука."
          few="Осталось # штуки."
          many="Осталось # штук."
          other="Осталось # штуки."
        />
      </Notice>
    );
  }
  if (was === null) return null;
  return (
    <Notice act={<Trans>Понятно</Trans>} onAct={edit.accept}>
      <Trans>
        Цена изменилась: была <Sum amount={was} currency={currency} />, стала{' '}
        <Sum amount={item.price} currency={currency} />.
      </Trans>
    </Notice>
  );
}

interface NoticeProps {
  readonly children: React.ReactNode;
  readonly act: React.ReactNode;
  readonly onAct: () => void;
}

function Notice({ children, act, onAct }: NoticeProps) {
  return (
    <div className={classes.matter}>
      <p>{children}</p>
      <ActionButton look="quiet" className={classes.mend} onClick={onAct}>
        {act}
      </ActionButton>
    </div>
  );
}
