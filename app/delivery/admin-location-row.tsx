import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { Toggle } from '#base/ui/field.tsx';
import classes from './admin-locations-screen.module.css';
import type { PickUpPoint } from './delivery.calls.ts';

interface AdminLocationRowProps {
  readonly point: PickUpPoint;
  /** It is to be closed: that is asked first. */
  readonly onClosing: (point: PickUpPoint) => void;
  readonly onChanged: () => Promise<void>;
}

/** One point of the list with its switch. */
export function AdminLocationRow({ point, onClosing, onChanged }: AdminLocationRowProps) {
  const { id, name, address, regionName, workingHours, isActive } = point;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function open() {
    setBusy(true);
    setFault(null);
    try {
      await call('POST PickUp/state', { query: { id, isActive: true } });
      await onChanged();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <tr data-closed={isActive ? undefined : true}>
      <th scope="row">
        <Link to={`/admin/locations/point/${id}`}>{name}</Link>
        <span>{address}</span>
      </th>
      <td>{regionName}</td>
      <td>{workingHours}</td>
      <td>
        <Toggle checked={isActive} disabled={isBusy} onChange={() => (isActive ? onClosing(point) : void open())}>
          <span className={classes.spoken}>
            <Trans>{name}: открыт</Trans>
          </span>
        </Toggle>
        <span role="alert" className={classes.fault}>
          {fault}
        </span>
      </td>
    </tr>
  );
}
