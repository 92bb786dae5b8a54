import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { lineKey } from '../guest-basket/basket-lines.ts';
import { isBuyable } from './available-items.ts';
import classes from './basket-list.module.css';
import type { BasketViewItem } from './basket-loader.ts';
import { BasketRow } from './basket-row.tsx';
import type { BasketEdit } from './use-basket-edit.ts';

interface BasketListProps {
  readonly edit: BasketEdit;
  readonly currency: string;
}

/** The lines of the basket; the line removed last can be restored in its place. */
export function BasketList({ edit, currency }: BasketListProps) {
  const { t } = useLingui();
  const { items, removed, failure } = edit;
  const wrong = items.filter((item) => !isBuyable(item)).length;
  const rows = items.map((item) => <BasketRow key={lineKey(item)} item={item} edit={edit} currency={currency} />);
  if (removed !== null) rows.splice(removed.at, 0, <RemovedRow key="removed" item={removed.item} onUndo={edit.undo} />);
  return (
    <section className={classes.section} aria-label={t`Товары`}>
      {failure !== null && <ErrorNotice onRetry={() => void edit.reload()}>{failure.message}</ErrorNotice>}
      {wrong > 1 && (
        <div className={classes.warning} role="status">
          <p>
            <Trans>Часть товаров нельзя купить так, как они лежат в корзине.</Trans>
          </p>
          <ActionButton look="quiet" onClick={() => edit.mend()}>
            <Trans>Исправить всё</Trans>
          </ActionButton>
        </div>
      )}
      <ul className={classes.list}>{rows}</ul>
    </section>
  );
}

/** The line removed last. It cannot be restored when its product is no longer sold: the server would refuse it. */
function RemovedRow({ item, onUndo }: { readonly item: BasketViewItem; readonly onUndo: () => void }) {
  const row = useRef<HTMLLIElement>(null);
  const { productName: name, state } = item;
  useEffect(() => {
    // The pressed button is gone: the focus moves to the one that restores the line.
    (row.current?.querySelector('button') ?? row.current)?.focus();
  }, []);
  return (
    <li ref={row} className={classes.removed} tabIndex={-1}>
      <p role="status">
        <Trans>«{name}» больше не в корзине</Trans>
      </p>
      {state !== 'unavailable' && (
        <ActionButton look="quiet" className={classes.mend} onClick={onUndo}>
          <Trans>Вернуть</Trans>
        </ActionButton>
      )}
    </li>
  );
}
