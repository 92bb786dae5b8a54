import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Row } from '#base/ui/layout/parts.tsx';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import { TypedSearch } from '#base/ui/lists/typed-search.tsx';
import { listedStatuses } from '../order-status.ts';
import { useStatusWords } from '../use-status-words.ts';
import classes from './orders-screen.module.css';

/** Filters by status and by a part of the number; both are in the address. */
export function OrdersFilters() {
  const { t } = useLingui();
  const id = useId();
  const words = useStatusWords();
  const [status, chooseStatus] = useAddressFilter('status', { known: listedStatuses });

  return (
    <Row className={classes.filters} gap={12}>
      <TypedSearch name="search" title={t`Поиск заказа`} label={t`Номер заказа`} />
      <label className="spoken" htmlFor={id}>
        <Trans>Состояние заказа</Trans>
      </label>
      <select
        id={id}
        className={classes.select}
        value={status}
        onChange={(event) => chooseStatus(event.currentTarget.value)}
      >
        <option value="">{t`Все состояния`}</option>
        {listedStatuses.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </Row>
  );
}
