import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { DayRange } from '#base/ui/dates/day-range.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { countFilters, useAddressFilter } from '#base/ui/lists/address-filter.ts';
import { useAddressPeriod } from '#base/ui/lists/address-period.ts';
import { FoldedFilters } from '#base/ui/lists/folded-filters.tsx';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import { listedStatuses } from '../order-status.ts';
import { useStatusWords } from '../use-status-words.ts';
import { orderFiltersOf } from './admin-orders-address.ts';

/** The filters of the list of orders (docs/rules.md#staff); they are in the address. */
export function AdminOrdersFilters({ isBoard }: { readonly isBoard: boolean }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const [status, chooseStatus] = useAddressFilter('status', { known: listedStatuses });
  const [period, choosePeriod] = useAddressPeriod();
  const [params] = useSearchParams();
  const { UserName, BrandUserName, Status, From, To } = orderFiltersOf(params);
  return (
    <FoldedFilters
      label={t`Фильтры заказов`}
      first={<TextFilter name="number" label={t`Номер, телефон или имя`} isFirst />}
      chosen={countFilters({ UserName, BrandUserName, Status, From, To })}
    >
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
    </FoldedFilters>
  );
}
