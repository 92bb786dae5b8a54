import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { Toggle } from '#base/ui/fields/field.tsx';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import list from '#base/ui/lists/filter-list.module.css';
import { useAllTypes } from '../type-names.tsx';
import classes from './authors-filters.module.css';

/** The filters of the list of authors: one type, and whether there is merchandise. They live in the address. */
export function AuthorsFilters({ onChosen }: { onChosen?: () => void }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const [products, setProducts] = useAddressFilter('products');
  const to = (type: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (type === '') next.delete('type');
    else next.set('type', type);
    return { search: next.toString() };
  };
  const options = [{ word: '', name: t`Все авторы` }, ...useAllTypes()];
  const chosen = options.find(({ word }) => word === params.get('type'))?.word ?? '';
  return (
    <div className={classes.filters}>
      <nav aria-label={t`Чем занимается автор`}>
        <ul className={list.list}>
          {options.map(({ word, name }) => (
            <li key={word}>
              <Link
                to={to(word)}
                className={list.choice}
                aria-current={word === chosen ? 'true' : undefined}
                onClick={onChosen}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Toggle
        className={classes.switch}
        checked={products === '1'}
        onChange={(event) => setProducts(event.currentTarget.checked ? '1' : '')}
      >
        <Trans>Только с мерчем</Trans>
      </Toggle>
    </div>
  );
}
