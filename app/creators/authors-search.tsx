import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Form, useSearchParams } from 'react-router';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import classes from './authors-search.module.css';

const pauseBeforeSearch = 300;

/** The search of the list: it follows the typing, and works as a plain form before scripts are there. */
export function AuthorsSearch() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const [looked, look] = useAddressFilter('search', { typing: true });
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address may change from elsewhere (back, the header); what is being typed is never overwritten.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = looked;
  }, [looked]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // In one order, for the server reads the address sorted.
  const others = [...params].filter(([name]) => name !== 'search' && name !== 'page').sort();
  return (
    <Form role="search" aria-label={t`Поиск по авторам`} className={classes.field}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <input
        ref={input}
        type="search"
        name="search"
        defaultValue={looked}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t`Имя или ник автора`}
        aria-label={t`Имя или ник автора`}
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => look(value.trim()), pauseBeforeSearch);
        }}
      />
    </Form>
  );
}
