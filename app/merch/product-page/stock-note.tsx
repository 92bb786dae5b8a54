import { Plural, Trans } from '@lingui/react/macro';
import { stockState } from '../product-view.ts';
import classes from './stock-note.module.css';

/** The stock of a product in words. */
export function StockNote({ stock }: { stock: number | null }) {
  const state = stockState(stock);
  return (
    <p className={classes.note} data-state={state}>
      <span className={classes.mark} aria-hidden />
      {state === 'toOrder' && <Trans>Под заказ: автор сделает вещь после оплаты</Trans>}
      {state === 'plenty' && <Trans>В наличии</Trans>}
      {state === 'few' && (
        <Plural
          value={stock ?? 0}
          one="Осталась # штука"
          few="Осталось # штуки"
          many="Осталось # штук"
          other="Осталось # штуки"
        />
      )}
      {state === 'none' && <Trans>Распродано. Загляните в похожие товары ниже</Trans>}
    </p>
  );
}
