import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form, useLocation, useSearchParams } from 'react-router';
import search from '#base/ui/fields/search-box.module.css';

/** Searches creators by name; works without scripts. */
export function SearchField() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  // Other lists have their own search fields.
  const isHere = useLocation().pathname === '/authors';
  const looked = (isHere && params.get('search')) || '';
  return (
    <Form action="/authors" role="search" className={search.box} data-size="small" key={looked}>
      <button type="submit" className={search.lens} aria-label={t`Искать`}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </button>
      <input
        type="search"
        name="search"
        defaultValue={looked}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t`Найти автора`}
        aria-label={t`Найти автора`}
      />
    </Form>
  );
}
