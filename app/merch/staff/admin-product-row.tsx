import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { Ikat } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { tableRoles } from '#base/ui/lists/table-roles.ts';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import type { WireModeratorProduct } from '../merch-shapes.ts';
import { cardOf } from '../product-view.ts';
import classes from './admin-products-screen.module.css';

interface AdminProductRowProps {
  readonly product: WireModeratorProduct;
  readonly currency: string;
  /** Another product is being deleted or restored. */
  readonly isBusy: boolean;
  readonly onDelete: () => void;
}

/** How long the loading state of a switch lasts at least (docs/rules.md#products). */
const loadingMilliseconds = 2_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A switch whose state is saved on the server: it shows the new state at once, and the old one again if saving failed. */
function useServerSwitch(initial: boolean, send: (isOn: boolean) => Promise<unknown>) {
  const [isOn, setOn] = useState(initial);
  const { isBusy, failure, act } = useAction();
  const flip = async () => {
    const next = !isOn;
    setOn(next);
    const isDone = await act(() => Promise.all([send(next), pause(loadingMilliseconds)]));
    if (!isDone) setOn(!next);
  };
  return { isOn, isBusy, failure, flip: () => void flip() };
}

/** One product of the moderators' list. */
export function AdminProductRow({ product, currency, isBusy, onDelete }: AdminProductRowProps) {
  const { t } = useLingui();
  const { id, name, price, stock, user, categoryName, isBlocked, taxItem } = product;
  const nameOf = useNames();
  const { photo, seller } = cardOf(product);
  const state = useServerSwitch(product.isActive, (isOn) =>
    call('PUT Product/UpdateState', { query: { id, state: isOn } }),
  );
  const top = useServerSwitch(product.isTop, (isTop) => call('POST Product/UpdateTopState', { query: { id, isTop } }));
  const failure = state.failure ?? top.failure;
  return (
    <tr {...tableRoles.row} data-hidden={!state.isOn || isBlocked || undefined}>
      <td {...tableRoles.cell} className={classes.what}>
        <div className={classes.product}>
          <span className={classes.photo}>
            {photo === null ? (
              <Ikat userName={seller.userName} width={56} height={56} />
            ) : (
              <Picture name={photo} alt="" width={56} height={56} sizes="56px" from={64} to={128} />
            )}
          </span>
          <Stack as="span" className={classes.names} shrinks>
            <Link to={`/admin/product/${id}`}>{name}</Link>
            <small>{nameOf(categoryName)}</small>
            {taxItem !== null && (
              <small>
                <Trans>ИКПУ {taxItem.code}</Trans>
              </small>
            )}
            {failure !== null && (
              <small role="alert" className={classes.fault}>
                <FailureText>{failure.message}</FailureText>
              </small>
            )}
          </Stack>
        </div>
      </td>
      <td {...tableRoles.cell} data-label={t`Автор`} className={classes.wide}>
        <Link to={`/admin/user/${user.userId}`}>{seller.displayName}</Link>
        {isBlocked && (
          <small className={classes.fault}>
            <Trans>заблокирован</Trans>
          </small>
        )}
      </td>
      <td {...tableRoles.cell} data-label={t`Цена`}>
        <Sum amount={price} currency={currency} />
      </td>
      <td {...tableRoles.cell} data-label={t`Остаток`} data-empty={stock === 0 || undefined}>
        {stock === null ? <Trans>под заказ</Trans> : stock}
      </td>
      <td {...tableRoles.cell} data-label={t`На витрине`}>
        <Toggle checked={state.isOn} disabled={state.isBusy} aria-busy={state.isBusy} onChange={state.flip}>
          <span className="spoken">
            <Trans>На витрине: {name}</Trans>
          </span>
        </Toggle>
      </td>
      <td {...tableRoles.cell} data-label={t`В топе`}>
        <Toggle checked={top.isOn} disabled={top.isBusy} aria-busy={top.isBusy} onChange={top.flip}>
          <span className="spoken">
            <Trans>В топе: {name}</Trans>
          </span>
        </Toggle>
      </td>
      <td {...tableRoles.cell}>
        <Row as="span" gap={6}>
          <LinkButton
            className={list.act}
            look="quiet"
            to={`/admin/product?copy=${id}`}
            aria-label={t`Копировать: ${name}`}
          >
            <Trans>Копировать</Trans>
          </LinkButton>
          <ActionButton
            className={list.act}
            look="quiet"
            disabled={isBusy}
            aria-label={t`Удалить: ${name}`}
            onClick={onDelete}
          >
            <Trans>Удалить</Trans>
          </ActionButton>
        </Row>
      </td>
    </tr>
  );
}
