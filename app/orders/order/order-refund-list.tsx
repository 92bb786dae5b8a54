import { Trans } from '@lingui/react/macro';
import { Row } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { lineKey } from '../guest-basket/basket-lines.ts';
import { OrderTime } from '../order-marks.tsx';
import type { Order } from '../order-shapes.ts';
import classes from './order-refund-list.module.css';

type Refund = Order['refunds'][number];

function RefundState({ state }: Pick<Refund, 'state'>) {
  return (
    <Tag look={stateLooks.refund[state]}>
      {state === 'Done' && <Trans>Деньги возвращены</Trans>}
      {state === 'Wanted' && <Trans>Возвращаем деньги, ждём ответа банка</Trans>}
      {state === 'Refused' && <Trans>Банк отказал в возврате</Trans>}
    </Tag>
  );
}

/** The refunded pieces of an order, with the state of each refund. */
export function OrderRefunds({ order, currency }: { readonly order: Order; readonly currency: string }) {
  const nameOf = useNames();
  if (order.refunds.length === 0) return null;
  const choiceOf = ({ colorName, sizeName }: Order['items'][number]) =>
    [colorName, sizeName].filter((name) => name !== null).map(nameOf);
  const names = new Map(order.items.map((item) => [lineKey(item), [item.productName, ...choiceOf(item)].join(', ')]));
  return (
    <section className={classes.refunds} aria-labelledby="refunds-title">
      <h3 id="refunds-title">
        <Trans>Возвраты</Trans>
      </h3>
      <ul>
        {order.refunds.map(({ refundId, at, state, amount, userName, reason, lines }) => (
          <li key={refundId}>
            <Row gap={12} rowGap={4} justify="between">
              <RefundState state={state} />
              <b>
                <Sum amount={amount} currency={currency} />
              </b>
            </Row>
            <small>
              <OrderTime at={at} />
              {userName !== null && `, @${userName}`}
            </small>
            {lines.length === 0 && (
              <small>
                <Trans>Вернула сама платёжная система</Trans>
              </small>
            )}
            {lines.map((line) => (
              <small key={lineKey(line)}>
                {line.quantity} × {names.get(lineKey(line))}
              </small>
            ))}
            {reason !== null && (
              <small>
                <Trans>Причина: {reason}</Trans>
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
