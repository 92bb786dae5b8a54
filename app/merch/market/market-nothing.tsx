import { Trans } from '@lingui/react/macro';
import { NothingFound } from '#base/ui/lists/nothing-found.tsx';
import { BeyondLastPage } from '#base/ui/lists/page-numbers.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { productsPerPage } from '../product-rules.ts';

interface MarketNothingProps {
  readonly count: number;
  readonly isCreatorMissing: boolean;
  readonly isNarrowed: boolean;
  /** What was typed; empty: nothing. */
  readonly search: string;
}

/** The empty list: beyond the last page, an unknown creator, nothing matches the filters, or no merch yet. */
export function MarketNothing({ count, isCreatorMissing, isNarrowed, search }: MarketNothingProps) {
  if (count > 0) return <BeyondLastPage count={count} take={productsPerPage} />;
  const all = (
    <LinkButton to="/market" look="quiet">
      <Trans>Показать весь мерч</Trans>
    </LinkButton>
  );
  if (isCreatorMissing)
    return (
      <EmptyState title={<Trans>Такого автора здесь нет</Trans>} action={all}>
        <Trans>Возможно, он сменил ник или закрыл страницу. Посмотрите мерч других авторов.</Trans>
      </EmptyState>
    );
  if (isNarrowed)
    return (
      <EmptyState title={<NothingFound search={search} />} action={all}>
        <Trans>Попробуйте другое слово или уберите часть фильтров.</Trans>
      </EmptyState>
    );
  return (
    <EmptyState
      title={<Trans>Здесь будет мерч</Trans>}
      action={
        <LinkButton to="/authors" look="quiet">
          <Trans>Найти автора</Trans>
        </LinkButton>
      }
    >
      <Trans>Авторы ещё не выставили ни одной вещи. А поддержать их донатом можно уже сейчас.</Trans>
    </EmptyState>
  );
}
