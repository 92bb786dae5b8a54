import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useNames } from '#base/ui/page/use-names.ts';
import type { Seller } from '../seller.ts';
import { changedSearch, marketView } from './market-address.ts';
import classes from './market-screen.module.css';

interface MarketChosenProps {
  readonly category: { readonly name: string } | null;
  readonly creator: Seller | null;
}

/** The active filters, each a link that removes it. */
export function MarketChosen({ category, creator }: MarketChosenProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [params] = useSearchParams();
  const { search } = marketView(params, 1);
  const chosen = [
    { filter: 'category', name: category?.name && nameOf(category.name) },
    { filter: 'creator', name: creator?.displayName },
    { filter: 'search', name: search === '' ? undefined : `«${search}»` },
  ].filter(({ name }) => name !== undefined);
  if (chosen.length === 0) return null;
  return (
    <ul className={classes.chosen} aria-label={t`Выбрано`}>
      {chosen.map(({ filter, name }) => (
        <li key={filter}>
          <Link
            to={{ search: changedSearch(params, { [filter]: null }) }}
            className={classes.chip}
            aria-label={t`Убрать: ${name}`}
          >
            {name}
            <IconX size={16} stroke={2} aria-hidden />
          </Link>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <Link to="/market" className={classes.reset}>
            <Trans>Сбросить всё</Trans>
          </Link>
        </li>
      )}
    </ul>
  );
}
