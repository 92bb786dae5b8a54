import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Text } from '#base/ui/layout/parts.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import type { PickUpPoint } from '../delivery.calls.ts';
import { mostPointRates } from '../delivery-rates.ts';
import classes from './admin-delivery-screen.module.css';
import { PointSearch } from './point-search.tsx';
import { RateFields } from './rate-fields.tsx';
import type { RatesForm } from './use-rates-form.ts';

interface PointRatesProps {
  readonly form: RatesForm;
  readonly points: readonly PickUpPoint[];
  readonly currency: string;
}

/** The pickup points with a rate of their own, and a choice of another one. */
export function PointRates({ form, points, currency }: PointRatesProps) {
  const [added, setAdded] = useState<number | null>(null);
  const rates = form.drafts.flatMap(({ pickupPointId: id, pickupPointName: name }, at) =>
    id === null ? [] : [{ id, name: name ?? '', at }],
  );
  const taken = new Set(rates.map(({ id }) => id));

  function add({ id, name }: PickUpPoint) {
    setAdded(id);
    form.add({ way: 'pickUp', regionId: null, pickupPointId: id, pickupPointName: name });
  }

  return (
    <>
      {rates.map(({ id, name, at }) => (
        <RateFields
          key={id}
          form={form}
          at={at}
          name={name}
          more={<PointPlace point={points.find((point) => point.id === id)} />}
          currency={currency}
          isNew={id === added}
        />
      ))}
      {form.isFull ? (
        <Text dim>
          <Trans>Цен уже {mostPointRates}, больше не бывает. Чтобы добавить новую, уберите другую.</Trans>
        </Text>
      ) : (
        taken.size < points.length && <PointSearch points={points} taken={taken} onTake={add} />
      )}
    </>
  );
}

/** Where a point is, and whether it is closed. Nothing for one that was added after the points were read. */
function PointPlace({ point }: { readonly point: PickUpPoint | undefined }) {
  const nameOf = useNames();
  if (point === undefined) return null;
  return (
    <>
      <span className={classes.region}>, {nameOf(point.regionName)}</span>
      {!point.isActive && (
        <>
          {' '}
          <Tag look={stateLooks.pickupPoint.closed}>
            <Trans>закрыт</Trans>
          </Tag>
        </>
      )}
    </>
  );
}
