import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DayRange } from '#base/ui/dates/day-range.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { countFilters, useAddressFilter } from '#base/ui/lists/address-filter.ts';
import { useAddressPeriod } from '#base/ui/lists/address-period.ts';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { listedStatuses } from '../order-status.ts';
import { useStatusWords } from '../use-status-words.ts';
import { orderFiltersOf, orderPageSizes, takeOf } from './admin-orders-address.ts';

/** How many of the filters are set that a phone shows behind a button. */
function countFolded(params: URLSearchParams): number {
  const { UserName, BrandUserName, Status, From, To } = orderFiltersOf(params);
  const take = takeOf(params) === orderPageSizes[0] ? undefined : takeOf(params);
  return countFilters({ UserName, BrandUserName, Status, From, To, take });
}

/** The filters of the list of orders (docs/rules.md#staff); they are in the address. */
export function AdminOrdersFilters({ isBoard }: { readonly isBoard: boolean }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const [status, chooseStatus] = useAddressFilter('status', { known: listedStatuses });
  const [period, choosePeriod] = useAddressPeriod();
  const [, chooseTake] = useAddressFilter('take');
  const [params] = useSearchParams();
  const chosen = countFolded(params);
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={list.filters} data-folded={!isOpen || undefined} aria-label={t`Фильтры заказов`}>
      <TextFilter name="number" label={t`Номер, телефон или имя`} isFirst />
      <ActionButton look="quiet" className={list.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {chosen === 0 ? <Trans>Фильтры</Trans> : <Trans>Фильтры: {chosen}</Trans>}
      </ActionButton>
      <TextFilter name="user" label={t`Покупатель`} />
      <TextFilter name="brand" label={t`Автор`} />
      {!isBoard && (
        <SelectField label={t`Состояние`} value={status} onChange={(event) => chooseStatus(event.currentTarget.value)}>
          <option value="">{t`Любое`}</option>
          {listedStatuses.map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
        </SelectField>
      )}
      <DayRange {...period} fromLabel={t`Оформлен с`} toLabel={t`по`} onChoose={choosePeriod} />
      {!isBoard && (
        <SelectField
          label={t`На странице`}
          value={takeOf(params)}
          onChange={({ currentTarget: { value } }) => chooseTake(value === String(orderPageSizes[0]) ? '' : value)}
        >
          {orderPageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </SelectField>
      )}
    </search>
  );
}
