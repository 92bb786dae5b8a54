import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../page/empty-state.tsx';
import { LinkButton } from '../page/link-button.tsx';

interface EmptyListProps {
  /** The address's parameters that narrow the list: its search and its filters. */
  readonly filters: readonly string[];
  /** What is said of a list that has nothing, whatever is asked. */
  readonly children: ReactNode;
}

/** Stands where a list has no rows: what was asked has found nothing, which one tap takes back, or there is nothing at all. */
export function EmptyList({ filters, children }: EmptyListProps) {
  const [params] = useSearchParams();
  if (!filters.some((name) => params.get(name)?.trim())) return children;
  const all = new URLSearchParams(params);
  for (const name of [...filters, 'page', 'after']) all.delete(name);
  return (
    <EmptyState
      title={<Trans>Ничего не нашлось</Trans>}
      action={
        <LinkButton to={{ search: all.toString() }} look="quiet">
          <Trans>Сбросить поиск и фильтры</Trans>
        </LinkButton>
      }
    >
      <Trans>По этим условиям ничего нет. Сбросьте их, и список будет целым.</Trans>
    </EmptyState>
  );
}
