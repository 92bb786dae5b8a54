import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form, useSearchParams } from 'react-router';
import search from '#base/ui/search-box.module.css';

/** Looks for creators by name; works without scripts too. */
export function SearchField() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const looked = params.get('search') ?? '';
  return (
    <Form action="/authors" role="search" className={search.box} data-size="small" key={looked}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
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
