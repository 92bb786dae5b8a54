import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../page/link-button.tsx';
import list from './staff-list.module.css';

interface FoldedFiltersProps {
  readonly label: string;
  /** The search, which a phone shows too. */
  readonly first: ReactNode;
  /** How many of the others are set. */
  readonly chosen: number;
  readonly children: ReactNode;
}

/** The filters above a list; on a phone all but the first are behind a button. */
export function FoldedFilters({ label, first, chosen, children }: FoldedFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={list.filters} data-folded={!isOpen || undefined} aria-label={label}>
      {first}
      <ActionButton look="quiet" className={list.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {chosen === 0 ? <Trans>Фильтры</Trans> : <Trans>Фильтры: {chosen}</Trans>}
      </ActionButton>
      {children}
    </search>
  );
}
