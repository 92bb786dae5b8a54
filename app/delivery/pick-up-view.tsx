import { Trans } from '@lingui/react/macro';
import { IconClock, IconMapPin, IconPhone } from '@tabler/icons-react';
import type { PickUpPoint } from './delivery.calls.ts';
import classes from './pick-up-view.module.css';

/** The shown members of a point; an order's copy has the same. */
type ShownPickUp = Pick<
  PickUpPoint,
  'name' | 'address' | 'latitude' | 'longitude' | 'phone' | 'workingHours' | 'comment'
>;

interface PickUpViewProps {
  readonly point: ShownPickUp;
}

function mapAddress({ latitude, longitude }: ShownPickUp): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
}

/** One pickup point: address, hours, phone, and a link to a map. */
export function PickUpView({ point }: PickUpViewProps) {
  const { name, address, phone, workingHours, comment } = point;
  return (
    <div className={classes.point}>
      <b className={classes.name}>{name}</b>
      <p>
        <IconMapPin size={18} stroke={1.75} aria-hidden />
        <span>
          {address}{' '}
          <a href={mapAddress(point)} target="_blank" rel="noreferrer">
            <Trans>На карте</Trans>
          </a>
        </span>
      </p>
      {workingHours !== null && (
        <p>
          <IconClock size={18} stroke={1.75} aria-hidden />
          <span>{workingHours}</span>
        </p>
      )}
      {phone !== null && (
        <p>
          <IconPhone size={18} stroke={1.75} aria-hidden />
          <a href={`tel:+${phone}`}>+{phone}</a>
        </p>
      )}
      {comment !== null && <p className={classes.comment}>{comment}</p>}
    </div>
  );
}
