import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import { orderStatuses } from './order-status.ts';
import classes from './orders-screen.module.css';
import { useStatusWords } from './use-status-words.ts';

const pauseBeforeSearch = 300;

/** A state and a part of the number, both in the address. */
export function OrdersFilters() {
  const { t } = useLingui();
  const id = useId();
  const words = useStatusWords();
  const [status, chooseStatus] = useAddressFilter('status');
  const [looked, look] = useAddressFilter('search', { typing: true });
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address may change from elsewhere; what is being typed is never overwritten.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = looked;
  }, [looked]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <search className={classes.filters}>
      <label className={classes.search}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
        <input
          ref={input}
          type="search"
          name="search"
          defaultValue={looked}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t`Номер заказа`}
          aria-label={t`Номер заказа`}
          onChange={({ currentTarget: { value } }) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => look(value.trim()), pauseBeforeSearch);
          }}
        />
      </label>
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
    </search>
  );
}
