import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { add, fromMain, toMain } from '#base/text/money.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import classes from '../checkout/checkout.module.css';

interface BasketTotalProps {
  readonly count: number;
  /** Main units. */
  readonly items: number;
  /** Main units; 0: none. */
  readonly donation: number;
  readonly currency: string;
  /** The buttons that lead on. */
  readonly children: ReactNode;
}

/** The total, always in sight: at the side, on a phone at the bottom. */
export function BasketTotal({ count, items, donation, currency, children }: BasketTotalProps) {
  const whole = toMain(add(fromMain(items), fromMain(donation)));
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
