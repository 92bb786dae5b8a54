import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { tableRoles } from '#base/ui/lists/table-roles.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import { stateLooks } from '#base/ui/states/state-looks.ts';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { PickUpPoint } from '../delivery.calls.ts';
import classes from './admin-locations-screen.module.css';
import { usePointState } from './use-point-state.ts';

interface AdminLocationRowProps {
  readonly point: PickUpPoint;
  /** Called instead of closing the point at once: a dialog asks first. */
  readonly onClosing: (point: PickUpPoint) => void;
}

/** One point of the list with its switch. */
export function AdminLocationRow({ point, onClosing }: AdminLocationRowProps) {
  const { id, name, address, regionName, workingHours, isActive } = point;
  const { isBusy, failure, change } = usePointState();
  const nameOf = useNames();
  return (
    <tr {...tableRoles.row} data-closed={isActive ? undefined : true}>
      <th {...tableRoles.name} scope="row" className={list.words}>
        <Tags>
          <Link to={`/admin/locations/point/${id}`}>{name}</Link>
          {!isActive && (
            <Tag look={stateLooks.pickupPoint.closed}>
              <Trans>закрыт</Trans>
            </Tag>
          )}
        </Tags>
        <small>{address}</small>
      </th>
      <td {...tableRoles.cell}>{nameOf(regionName)}</td>
      <td {...tableRoles.cell}>{workingHours}</td>
      <td {...tableRoles.cell}>
        <Toggle
          checked={isActive}
          disabled={isBusy}
          onChange={() => (isActive ? onClosing(point) : void change(id, true))}
        >
          <span className="spoken">
            <Trans>{name}: открыт</Trans>
          </span>
        </Toggle>
        <span role="alert" className={classes.fault}>
          <FailureText>{failure?.message}</FailureText>
        </span>
      </td>
    </tr>
  );
}
