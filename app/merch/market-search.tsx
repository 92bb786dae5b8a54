import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Form, useSearchParams } from 'react-router';
import { useAddressFilter } from '#base/ui/address-filter.ts';
import classes from './market-search.module.css';

interface MarketSearchProps {
  /** The address's parameter. */
  readonly name: 'search' | 'who';
  /** What is typed into it; also its name for those who hear the page. */
  readonly label: string;
  readonly isSmall?: boolean;
}

const pauseBeforeSearch = 300;

/** A search field of the market: it follows the typing, and works as a plain form before scripts are there. */
export function MarketSearch({ name, label, isSmall = false }: MarketSearchProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const [looked, look] = useAddressFilter(name, { typing: true });
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address may change from elsewhere (back, a chip); what is being typed is never overwritten.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = looked;
  }, [looked]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // In one order, for the server reads the address sorted.
  const others = [...params].filter(([other]) => other !== name && other !== 'page').sort();
  return (
    <Form
      role="search"
      aria-label={name === 'search' ? t`Поиск по мерчу` : t`Поиск автора`}
      className={classes.field}
      data-small={isSmall || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer.current);
        look(input.current?.value.trim() ?? '');
      }}
    >
      {others.map(([other, value]) => (
        <input key={other} type="hidden" name={other} value={value} />
      ))}
      <IconSearch size={isSmall ? 18 : 20} stroke={1.75} aria-hidden />
      <input
        ref={input}
        type="search"
        name={name}
        defaultValue={looked}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={label}
        aria-label={label}
        onChange={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => look(value.trim()), pauseBeforeSearch);
        }}
      />
    </Form>
  );
}
