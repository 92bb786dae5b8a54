import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { add, fromMain, toMain } from '#base/money.ts';
import { Sum } from '#base/ui/sum.tsx';
import classes from './checkout.module.css';

interface BasketTotalProps {
  readonly count: number;
  /** Main units. */
  readonly items: number;
  /** Main units; 0: none. */
  readonly gift: number;
  readonly currency: string;
  /** The way onward. */
  readonly children: ReactNode;
}

/** What it comes to, always in sight: at the side, on a phone at the bottom. */
export function BasketTotal({ count, items, gift, currency, children }: BasketTotalProps) {
  const whole = toMain(add(fromMain(items), fromMain(gift)));
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
        {gift > 0 && (
          <div className={classes.part}>
            <dt>
              <Trans>Донат автору</Trans>
            </dt>
            <dd>
              <Sum amount={gift} currency={currency} />
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
