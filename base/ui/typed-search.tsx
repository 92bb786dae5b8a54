import { IconSearch } from '@tabler/icons-react';
import { Form } from 'react-router';
import { useSearchKey } from './key-strokes.ts';
import classes from './search-box.module.css';
import { useTypedSearch } from './use-typed-search.ts';

interface TypedSearchProps {
  /** The address's parameter. */
  readonly name: string;
  /** What the form is called for those who hear the page. */
  readonly title: string;
  /** What is typed into it. */
  readonly label: string;
  readonly isSmall?: boolean;
  /** Whether the key `/` leads to it. */
  readonly hasKey?: boolean;
}

/** A search field that narrows the list beside it: it follows the typing, and works as a plain form before scripts are there. */
export function TypedSearch({ name, title, label, isSmall = false, hasKey = false }: TypedSearchProps) {
  const { others, submit, field } = useTypedSearch(name);
  useSearchKey(field.ref, hasKey);
  return (
    <Form
      role="search"
      aria-label={title}
      className={classes.box}
      data-size={isSmall ? 'small' : undefined}
      onSubmit={submit}
    >
      {others.map(([other, value]) => (
        <input key={other} type="hidden" name={other} value={value} />
      ))}
      <IconSearch size={isSmall ? 18 : 20} stroke={1.75} aria-hidden />
      <input {...field} placeholder={label} aria-label={label} aria-keyshortcuts={hasKey ? '/' : undefined} />
    </Form>
  );
}
