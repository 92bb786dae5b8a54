import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import { TypedSearch } from '#base/ui/typed-search.tsx';
import { orderStatuses } from './order-status.ts';
import classes from './orders-screen.module.css';
import { useStatusWords } from './use-status-words.ts';

/** A state and a part of the number, both in the address. */
export function OrdersFilters() {
  const { t } = useLingui();
  const id = useId();
  const words = useStatusWords();
  const [status, chooseStatus] = useAddressFilter('status');

  return (
    <div className={classes.filters}>
      <TypedSearch name="search" title={t`Поиск заказа`} label={t`Номер заказа`} />
      <label className={classes.unseen} htmlFor={id}>
        <Trans>Состояние заказа</Trans>
      </label>
      <select
        id={id}
        className={classes.select}
        value={status}
        onChange={(event) => chooseStatus(event.currentTarget.value)}
      >
        <option value="">{t`Все состояния`}</option>
        {orderStatuses
          .filter((one) => one !== 'Basket')
          .map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
      </select>
    </div>
  );
}
