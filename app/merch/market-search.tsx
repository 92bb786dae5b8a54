import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form } from 'react-router';
import { useTypedSearch } from '#base/ui/use-typed-search.ts';
import classes from './market-search.module.css';

interface MarketSearchProps {
  /** The address's parameter. */
  readonly name: 'search' | 'who';
  /** What is typed into it; also its name for those who hear the page. */
  readonly label: string;
  readonly isSmall?: boolean;
}

/** A search field of the market: it follows the typing, and works as a plain form before scripts are there. */
export function MarketSearch({ name, label, isSmall = false }: MarketSearchProps) {
  const { t } = useLingui();
  const { others, submit, field } = useTypedSearch(name);
  return (
    <Form
      role="search"
      aria-label={name === 'search' ? t`Поиск по мерчу` : t`Поиск автора`}
      className={classes.field}
      data-small={isSmall || undefined}
      onSubmit={submit}
    >
      {others.map(([other, value]) => (
        <input key={other} type="hidden" name={other} value={value} />
      ))}
      <IconSearch size={isSmall ? 18 : 20} stroke={1.75} aria-hidden />
      <input {...field} placeholder={label} aria-label={label} />
    </Form>
  );
}
