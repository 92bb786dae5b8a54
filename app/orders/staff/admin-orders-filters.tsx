import { Trans, useLingui } from '@lingui/react/macro';
import { useTypedSearch } from '#base/ui/fields/use-typed-search.ts';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import list from '#base/ui/lists/staff-list.module.css';
import { useSearchKey } from '#base/ui/page/key-strokes.ts';
import { orderStatuses } from '../order-status.ts';
import { useStatusWords } from '../use-status-words.ts';
import { orderPageSizes } from './admin-orders-address.ts';

interface TextFilterProps {
  readonly name: string;
  readonly label: string;
  /** Whether the key `/` moves the focus here. */
  readonly isFirst?: boolean;
}

/** A text filter, written to the address shortly after typing. */
function TextFilter({ name, label, isFirst = false }: TextFilterProps) {
  const { field } = useTypedSearch(name);
  useSearchKey(field.ref, isFirst);
  return (
    <label>
      <span>{label}</span>
      <input {...field} aria-keyshortcuts={isFirst ? '/' : undefined} />
    </label>
  );
}

function DayFilter({ name, label }: { readonly name: string; readonly label: string }) {
  const [day, choose] = useAddressFilter(name);
  return (
    <label>
      <span>{label}</span>
      <input type="date" value={day} onChange={({ currentTarget: { value } }) => choose(value)} />
    </label>
  );
}

/** The filters of the list of orders (docs/rules.md#staff); they are in the address. */
export function AdminOrdersFilters({ isBoard }: { readonly isBoard: boolean }) {
  const { t } = useLingui();
  const words = useStatusWords();
  const [status, chooseStatus] = useAddressFilter('status');
  const [take, chooseTake] = useAddressFilter('take');
  return (
    <search className={list.filters} aria-label={t`Фильтры заказов`}>
      <TextFilter name="number" label={t`Номер заказа`} isFirst />
      <TextFilter name="user" label={t`Покупатель`} />
      <TextFilter name="brand" label={t`Автор`} />
      {!isBoard && (
        <label>
          <span>
            <Trans>Состояние</Trans>
          </span>
          <select value={status} onChange={({ currentTarget: { value } }) => chooseStatus(value)}>
            <option value="">{t`Любое`}</option>
            {orderStatuses
              .filter((one) => one !== 'Basket')
              .map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
          </select>
        </label>
      )}
      <DayFilter name="from" label={t`Оформлен с`} />
      <DayFilter name="to" label={t`по`} />
      {!isBoard && (
        <label>
          <span>
            <Trans>На странице</Trans>
          </span>
          <select
            value={take === '' ? orderPageSizes[0] : take}
            onChange={({ currentTarget: { value } }) => chooseTake(value === String(orderPageSizes[0]) ? '' : value)}
          >
            {orderPageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
    </search>
  );
}
