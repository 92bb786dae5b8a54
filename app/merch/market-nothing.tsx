import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { changedSearch, marketFilters } from './market-address.ts';

/** No cards: the page is beyond the last one, the creator is gone, the filters are too narrow, or there is no merch yet. */
export function MarketNothing({ count, isCreatorMissing }: { count: number; isCreatorMissing: boolean }) {
  const [params] = useSearchParams();
  if (count > 0)
    return (
      <EmptyState
        title={<Trans>Такой страницы нет</Trans>}
        action={
          <LinkButton to={{ search: changedSearch(params, {}) }} look="quiet">
            <Trans>К первой странице</Trans>
          </LinkButton>
        }
      >
        <Trans>Товаров меньше, чем нужно для этой страницы.</Trans>
      </EmptyState>
    );
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
  if (marketFilters.some((name) => params.has(name)))
    return (
      <EmptyState title={<Trans>Ничего не нашлось</Trans>} action={all}>
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
