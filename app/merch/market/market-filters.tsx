import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import list from '#base/ui/lists/filter-list.module.css';
import { TypedSearch } from '#base/ui/lists/typed-search.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import type { Seller } from '../seller.ts';
import { changedSearch, marketFilters, marketView } from './market-address.ts';
import classes from './market-filters.module.css';

export interface MarketChoices {
  readonly categories: readonly { readonly id: number; readonly name: string; readonly productCount: number }[];
  /** The creators to choose from, including the chosen one. */
  readonly sellers: readonly Seller[];
  /** Whether to show the search: there are more creators, or a search is active. */
  readonly isSearchable: boolean;
}

/** The filters of the market: one category and one creator, both in the address. */
export function MarketFilters({ choices, onChosen }: { choices: MarketChoices; onChosen?: () => void }) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [params] = useSearchParams();
  const { categoryId, creator, who } = marketView(params, 1);
  const { categories, sellers, isSearchable } = choices;
  const link = (changes: Record<string, string | null>, isChosen: boolean) => ({
    to: { search: changedSearch(params, changes) },
    className: list.choice,
    'aria-current': isChosen ? ('true' as const) : undefined,
    onClick: onChosen,
  });
  return (
    <div className={classes.filters}>
      <nav aria-label={t`Категории`}>
        <ul className={list.list}>
          <li>
            <Link {...link({ category: null }, !categories.some(({ id }) => id === categoryId))}>
              <Trans>Весь мерч</Trans>
            </Link>
          </li>
          {categories.map(({ id, name, productCount }) => (
            <li key={id}>
              <Link {...link({ category: String(id) }, id === categoryId)}>
                {nameOf(name)}
                <span className={classes.count} aria-hidden>
                  {productCount}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {(sellers.length > 0 || isSearchable) && (
        <nav className={classes.sellers} aria-label={t`Авторы`}>
          <p className={classes.title}>
            <Trans>Чей мерч</Trans>
          </p>
          {isSearchable && (
            <TypedSearch
              name="who"
              title={t`Поиск автора`}
              label={t`Имя автора`}
              retains={marketFilters}
              size="small"
            />
          )}
          <ul className={list.list}>
            {sellers.map((seller) => {
              const isChosen = seller.userName === creator?.toLowerCase();
              return (
                <li key={seller.userName}>
                  <Link {...link({ creator: isChosen ? null : seller.userName, who: null }, isChosen)}>
                    <CreatorAvatar creator={seller} size={28} />
                    <span className={classes.name}>{seller.displayName}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
          {sellers.length === 0 && (
            <p className={classes.none}>
              <Trans>Никого с именем «{who}»</Trans>
            </p>
          )}
        </nav>
      )}
    </div>
  );
}
