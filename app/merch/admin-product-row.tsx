import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { Ikat } from '#app/ikat/ikat.public.tsx';
import { Picture } from '#app/images/picture.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { Toggle } from '#base/ui/field.tsx';
import { Sum } from '#base/ui/sum.tsx';
import classes from './admin-products-screen.module.css';
import type { WireModeratorProduct } from './merch-shapes.ts';
import { cardOf } from './product-view.ts';

interface AdminProductRowProps {
  readonly product: WireModeratorProduct;
  readonly currency: string;
  readonly onDelete: () => void;
}

/** The loading state of a switch ends after so long (specification, points 4 and 9). */
const loadingMilliseconds = 2_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A switch that is set on the server: it shows its new side at once, and the old one again where that failed. */
function useServerSwitch(initial: boolean, send: (isOn: boolean) => Promise<unknown>) {
  const [isOn, setOn] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const flip = async () => {
    const next = !isOn;
    setOn(next);
    setBusy(true);
    setFault(null);
    try {
      await Promise.all([send(next), pause(loadingMilliseconds)]);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setOn(!next);
      setFault(error.message);
    }
    setBusy(false);
  };
  return { isOn, isBusy, fault, flip: () => void flip() };
}

/** One product of the moderators' list. */
export function AdminProductRow({ product, currency, onDelete }: AdminProductRowProps) {
  const { t } = useLingui();
  const { id, name, price, stock, user, categoryName, isBlocked } = product;
  const { photo, seller } = cardOf(product);
  const state = useServerSwitch(product.isActive, (isOn) =>
    call('PUT Product/UpdateState', { query: { id, state: isOn } }),
  );
  const top = useServerSwitch(product.isTop, (isTop) => call('POST Product/UpdateTopState', { query: { id, isTop } }));
  const fault = state.fault ?? top.fault;
  return (
    <tr data-hidden={!state.isOn || isBlocked || undefined}>
      <td className={classes.product}>
        <span className={classes.photo}>
          {photo === null ? (
            <Ikat userName={seller.userName} width={56} height={56} />
          ) : (
            <Picture name={photo} alt="" width={56} height={56} sizes="56px" from={64} to={128} />
          )}
        </span>
        <span className={classes.names}>
          <Link to={`/admin/product/${id}`}>{name}</Link>
          <small>{categoryName}</small>
          {fault !== null && (
            <small role="alert" className={classes.fault}>
              {fault}
            </small>
          )}
        </span>
      </td>
      <td data-label={t`Автор`} className={classes.wide}>
        <Link className={classes.seller} to={`/admin/user/${user.userId}`}>
          {seller.displayName}
        </Link>
        {isBlocked && (
          <small className={classes.fault}>
            <Trans>заблокирован</Trans>
          </small>
        )}
      </td>
      <td data-label={t`Цена`}>
        <Sum amount={price} currency={currency} />
      </td>
      <td data-label={t`Остаток`} data-empty={stock === 0 || undefined}>
        {stock === null ? <Trans>под заказ</Trans> : stock}
      </td>
      <td data-label={t`На витрине`}>
        <Toggle checked={state.isOn} disabled={state.isBusy} aria-busy={state.isBusy} onChange={state.flip}>
          <span className={classes.spoken}>
            <Trans>На витрине: {name}</Trans>
          </span>
        </Toggle>
      </td>
      <td data-label={t`В топе`}>
        <Toggle checked={top.isOn} disabled={top.isBusy} aria-busy={top.isBusy} onChange={top.flip}>
          <span className={classes.spoken}>
            <Trans>В топе: {name}</Trans>
          </span>
        </Toggle>
      </td>
      <td>
        <span className={classes.rowActs}>
          <Link to={`/admin/product?copy=${id}`} aria-label={t`Копировать: ${name}`}>
            <Trans>Копировать</Trans>
          </Link>
          <button type="button" onClick={onDelete} aria-label={t`Удалить: ${name}`}>
            <Trans>Удалить</Trans>
          </button>
        </span>
      </td>
    </tr>
  );
}
