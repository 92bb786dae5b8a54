import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form } from 'react-router';
import { useSearchKey } from '../fields/key-strokes.ts';
import classes from '../fields/search-box.module.css';
import { useTypedSearch } from './use-typed-search.ts';

interface TypedSearchProps {
  /** The address's parameter. */
  readonly name: string;
  /** The form's accessible name. */
  readonly title: string;
  /** The field's label. */
  readonly label: string;
  readonly size?: 'small';
  /** The list's other parameters, which the form retains without scripts. Pages know no others while the server renders them. */
  readonly retains?: readonly string[];
  /** Whether the key `/` moves the focus to it. */
  readonly hasKey?: boolean;
}

/** A search field that filters a list while typing, and works as a plain form without scripts. */
export function TypedSearch(props: TypedSearchProps) {
  const { name, title, label, size, retains = [], hasKey = false } = props;
  const { t } = useLingui();
  const { others, submit, field } = useTypedSearch(name, retains);
  useSearchKey(field.ref, hasKey);
  return (
    <Form role="search" aria-label={title} className={classes.box} data-size={size} onSubmit={submit}>
      {others.map(([other, value]) => (
        <input key={other} type="hidden" name={other} value={value} />
      ))}
      <button type="submit" className={classes.lens} aria-label={t`Искать`}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </button>
      <input {...field} placeholder={label} aria-label={label} aria-keyshortcuts={hasKey ? '/' : undefined} />
    </Form>
  );
}
