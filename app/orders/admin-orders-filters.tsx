import { Trans, useLingui } from '@lingui/react/macro';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import { useSearchKey } from '#base/ui/key-strokes.ts';
import list from '#base/ui/staff-list.module.css';
import { useTypedSearch } from '#base/ui/use-typed-search.ts';
import { orderPageSizes } from './admin-orders-address.ts';
import { orderStatuses } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

interface TextFilterProps {
  readonly name: string;
  readonly label: string;
  /** Where `/` from anywhere leads. */
  readonly isFirst?: boolean;
}

/** A text in the address, a moment after it was typed. */
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

/** What the list of orders is narrowed to (specification, point 3), kept in the address. */
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
