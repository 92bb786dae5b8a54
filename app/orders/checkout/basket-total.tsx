import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { add, fromMain, toMain } from '#base/money/money.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import classes from './checkout.module.css';

interface BasketTotalProps {
  readonly count: number;
  /** Main units. */
  readonly items: number;
  /** What the buyer gets off as a member, in main units; 0: nothing. */
  readonly ofMember: number;
  /** What the promo code takes off, in main units; 0: nothing. */
  readonly discount: number;
  /** Main units; null: not shown. */
  readonly delivery: number | null;
  /** Main units; 0: none. */
  readonly donation: number;
  readonly currency: string;
  /** The buttons that lead on. */
  readonly children: ReactNode;
}

/** The total, always in sight: at the side, on a phone at the bottom. */
export function BasketTotal({
  count,
  items,
  ofMember,
  discount,
  delivery,
  donation,
  currency,
  children,
}: BasketTotalProps) {
  const whole = toMain(add(...[items, -ofMember, -discount, delivery ?? 0, donation].map(fromMain)));
  return (
    <aside className={classes.total}>
      <dl className={classes.sums}>
        <div className={classes.part}>
          <dt>
            <Plural value={count} one="# товар" few="# товара" many="# товаров" other="# товара" />
          </dt>
          <dd>
            <Sum amount={items} currency={currency} />
          </dd>
        </div>
        {ofMember > 0 && (
          <div className={classes.part}>
            <dt>
              <Trans>Скидка подписчика</Trans>
            </dt>
            <dd>
              <Sum amount={-ofMember} currency={currency} />
            </dd>
          </div>
        )}
        {discount > 0 && (
          <div className={classes.part}>
            <dt>
              <Trans>Скидка</Trans>
            </dt>
            <dd>
              <Sum amount={-discount} currency={currency} />
            </dd>
          </div>
        )}
        {delivery !== null && (
          <div className={classes.part} data-delivery>
            <dt>
              <Trans>Доставка</Trans>
            </dt>
            <dd>{delivery === 0 ? <Trans>Бесплатно</Trans> : <Sum amount={delivery} currency={currency} />}</dd>
          </div>
        )}
        {donation > 0 && (
          <div className={classes.part}>
            <dt>
              <Trans>Донат автору</Trans>
            </dt>
            <dd>
              <Sum amount={donation} currency={currency} />
            </dd>
          </div>
        )}
        <div className={classes.whole}>
          <dt>
            <Trans>Итого</Trans>
          </dt>
          <dd aria-live="polite">
            <Sum amount={whole} currency={currency} big />
          </dd>
        </div>
      </dl>
      {children}
    </aside>
  );
}
