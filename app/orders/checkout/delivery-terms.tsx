import { Trans } from '@lingui/react/macro';
import type { DeliveryRate } from '#app/delivery/delivery-rates.ts';
import { toMain } from '#base/money/money.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import { DayRange, ExpectedDays } from '../order/expected-days.tsx';
import type { CheckoutPrice } from './checkout-price.ts';
import classes from './delivery-terms.module.css';

interface DeliveryTermsProps {
  /** The rate of the chosen place; null: none is chosen, or none was set. */
  readonly rate: DeliveryRate | null;
  readonly delivery: CheckoutPrice['delivery'];
  readonly currency: string;
}

/** What a delivery to one of the pickup points costs, and when it is expected. */
export function PointTerms({ rate, delivery: { price, from, to }, currency }: DeliveryTermsProps) {
  if (rate === null) return null;
  return (
    <small className={classes.point}>
      <b>{price === 0 ? <Trans>Бесплатно</Trans> : <Sum amount={price} currency={currency} />}</b>
      {from !== null && to !== null && <DayRange from={from} to={to} />}
    </small>
  );
}

/** What the chosen delivery costs, when it is expected, and from which sum on it is free. */
export function DeliveryTerms({ rate, delivery, currency }: DeliveryTermsProps) {
  if (rate === null) return null;
  const { price, from, to } = delivery;
  return (
    <p className={classes.terms} role="status">
      {rate.pickupPointName !== null && <span>{rate.pickupPointName}</span>}
      <b>{price === 0 ? <Trans>Бесплатно</Trans> : <Sum amount={price} currency={currency} />}</b>
      {from !== null && to !== null && <ExpectedDays from={from} to={to} />}
      {price > 0 && rate.freeFrom !== null && (
        <span>
          <Trans>
            Бесплатно от <Sum amount={toMain(rate.freeFrom)} currency={currency} />
          </Trans>
        </span>
      )}
    </p>
  );
}
