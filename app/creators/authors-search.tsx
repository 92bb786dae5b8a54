import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form } from 'react-router';
import { useTypedSearch } from '#base/ui/use-typed-search.ts';
import classes from './authors-search.module.css';

/** The search of the list: it follows the typing, and works as a plain form before scripts are there. */
export function AuthorsSearch() {
  const { t } = useLingui();
  const { others, submit, field } = useTypedSearch('search');
  return (
    <Form role="search" aria-label={t`Поиск по авторам`} className={classes.field} onSubmit={submit}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <input {...field} placeholder={t`Имя или ник автора`} aria-label={t`Имя или ник автора`} />
    </Form>
  );
}
