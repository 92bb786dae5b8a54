import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import classes from './bulk-results.module.css';

interface Place {
  readonly orderId: string;
  readonly number: string;
}

/** The result of moving several orders: those that were moved, and the others by the reason. */
export interface BulkOutcome {
  readonly moved: readonly Place[];
  readonly stayed: readonly { readonly reason: string; readonly orders: readonly Place[] }[];
}

function Numbers({ orders }: { readonly orders: readonly Place[] }) {
  return (
    <Row as="ul" className={classes.numbers} gap={12} rowGap={0}>
      {orders.map(({ orderId, number }) => (
        <li key={orderId}>
          <Link to={`/admin/order/${orderId}`}>{number}</Link>
        </li>
      ))}
    </Row>
  );
}

/** Shows for each order whether it was moved, and if not, why. */
export function BulkResults({ outcome: { moved, stayed } }: { readonly outcome: BulkOutcome }) {
  const count = moved.length;
  return (
    <Stack className={classes.results} gap={12}>
      <div>
        <b>
          <Trans>Переведено заказов: {count}.</Trans>
        </b>
        <Numbers orders={moved} />
      </div>
      {stayed.map(({ reason, orders }) => (
        <div key={reason} data-stayed>
          <b>
            <Plural
              value={orders.length}
              one="# заказ остался как был"
              few="# заказа остались как были"
              many="# заказов остались как были"
              other="# заказа остались как были"
            />
          </b>
          <p>
            <FailureText>{reason}</FailureText>
          </p>
          <Numbers orders={orders} />
        </div>
      ))}
    </Stack>
  );
}
