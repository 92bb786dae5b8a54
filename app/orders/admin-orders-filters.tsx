import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import { orderPageSizes } from './admin-orders-address.ts';
import classes from './admin-orders-screen.module.css';
import { orderStatuses } from './order-status.ts';
import { useStatusWords } from './use-status-words.ts';

const pauseBeforeSearch = 300;

/** Whether keys are being typed into something, so that a single one of them is no command. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

interface TextFilterProps {
  readonly name: string;
  readonly label: string;
  /** Where `/` from anywhere leads. */
  readonly isFirst?: boolean;
}

/** A text in the address, a moment after it was typed. */
function TextFilter({ name, label, isFirst = false }: TextFilterProps) {
  const [looked, look] = useAddressFilter(name, { typing: true });
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address may change from elsewhere; what is being typed is never overwritten.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = looked;
  }, [looked]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isFirst || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => {
      window.removeEventListener('keydown', focus);
      clearTimeout(timer.current);
    };
  }, [isFirst]);
  return (
    <label className={classes.filter}>
      <span>{label}</span>
      <input
        ref={box}
        type="search"
        defaultValue={looked}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        {...(isFirst && { 'aria-keyshortcuts': '/' })}
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => look(value.trim()), pauseBeforeSearch);
        }}
      />
    </label>
  );
}

function DayFilter({ name, label }: { readonly name: string; readonly label: string }) {
  const [day, choose] = useAddressFilter(name);
  return (
    <label className={classes.filter}>
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
    <search className={classes.filters} aria-label={t`Фильтры заказов`}>
      <TextFilter name="number" label={t`Номер заказа`} isFirst />
      <TextFilter name="user" label={t`Покупатель`} />
      <TextFilter name="brand" label={t`Автор`} />
      {!isBoard && (
        <label className={classes.filter}>
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
        <label className={classes.filter}>
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
