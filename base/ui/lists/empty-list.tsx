import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../page/empty-state.tsx';
import { LinkButton } from '../page/link-button.tsx';
import { NothingFound } from './nothing-found.tsx';

interface EmptyListProps {
  /** What was searched for, as the list was asked for it. */
  readonly search?: string | undefined;
  /** Filters beside the search were set: those that the list knows. */
  readonly isFiltered?: boolean;
  /** The address's parameters of the search and of the filters. */
  readonly names: readonly string[];
  /** The title, and the words that take the filters back, where a list has its own. */
  readonly title?: ReactNode;
  readonly reset?: ReactNode;
  /** What is said of a list that has nothing, whatever is asked. */
  readonly children: ReactNode;
}

/** Stands where a list has no rows: what was asked has found nothing, which one tap takes back, or there is nothing at all. */
export function EmptyList({ search = '', isFiltered = false, names, title, reset, children }: EmptyListProps) {
  const [params] = useSearchParams();
  if (search === '' && !isFiltered) return children;
  const all = new URLSearchParams(params);
  for (const name of [...names, 'page', 'after']) all.delete(name);
  return (
    <EmptyState
      title={title ?? <NothingFound search={search} />}
      action={
        <LinkButton to={{ search: all.toString() }} look="quiet">
          {search === '' && (reset ?? <Trans>Сбросить фильтры</Trans>)}
          {search !== '' && !isFiltered && <Trans>Сбросить поиск</Trans>}
          {search !== '' && isFiltered && <Trans>Сбросить поиск и фильтры</Trans>}
        </LinkButton>
      }
    />
  );
}
