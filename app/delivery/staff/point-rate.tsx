import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { toMain } from '#base/money/money.ts';
import { Text } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import type { PickUpPoint } from '../delivery.calls.ts';
import type { WireRates } from '../delivery-rates.calls.ts';
import { type DeliveryRate, rateOf } from '../delivery-rates.ts';
import { ratesOf } from '../rates-of-answer.ts';
import classes from './admin-location-screen.module.css';

interface PointRateProps {
  readonly point: PickUpPoint;
  readonly rates: WireRates;
  readonly currency: string;
}

/** What delivery to a point costs now, whose price that is, and where it is changed. */
export function PointRate({ point, rates, currency }: PointRateProps) {
  const { id: pickupPointId, regionId } = point;
  const rate = rateOf(ratesOf(rates), { way: 'pickUp', pickupPointId, regionId });
  return (
    <Text className={classes.rate} size={14} dim>
      <Trans>Доставка сюда:</Trans>{' '}
      <b>
        {rate === null || rate.price === 0 ? (
          <Trans>бесплатно</Trans>
        ) : (
          <Sum amount={toMain(rate.price)} currency={currency} />
        )}
      </b>
      {rate !== null && <Terms rate={rate} currency={currency} />}
      {' · '}
      <Link to="/admin/locations/delivery">
        <Trans>Цены доставки</Trans>
      </Link>
    </Text>
  );
}

function Terms({ rate, currency }: { readonly rate: DeliveryRate; readonly currency: string }) {
  const { daysFrom, daysTo, freeFrom, price } = rate;
  const days = daysFrom === daysTo ? daysFrom : `${daysFrom}–${daysTo}`;
  return (
    <>
      {' · '}
      <Owner rate={rate} />
      {days !== null && (
        <>
          {' · '}
          <Trans>дней: {days}</Trans>
        </>
      )}
      {price > 0 && freeFrom !== null && (
        <>
          {' · '}
          <Trans>
            бесплатно от <Sum amount={toMain(freeFrom)} currency={currency} />
          </Trans>
        </>
      )}
    </>
  );
}

function Owner({ rate: { pickupPointId, regionId } }: { readonly rate: DeliveryRate }) {
  if (pickupPointId !== null) return <Trans>своя цена пункта</Trans>;
  return regionId === null ? <Trans>цена «Везде»</Trans> : <Trans>цена региона</Trans>;
}
