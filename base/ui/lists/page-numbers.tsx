import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../page/empty-state.tsx';
import { LinkButton } from '../page/link-button.tsx';
import classes from './page-numbers.module.css';

interface PageNumbersProps {
  /** The number of all matches. */
  readonly count: number;
  /** Items per page. */
  readonly take: number;
  /** The address's parameter with the page number, from 1. */
  readonly name?: string;
}

/** Limits the page number, so that offsets stay within what calls accept. */
const mostPages = 1_000_000;

/** The page number in the address; 1 if it is invalid. */
export function pageNumber(params: URLSearchParams, name = 'page'): number {
  const number = Number(params.get(name) ?? 1);
  return Number.isInteger(number) && number > 0 ? Math.min(number, mostPages) : 1;
}

/** The address of another page of the list. */
function pageSearch(params: URLSearchParams, page: number, name: string): { readonly search: string } {
  const next = new URLSearchParams(params);
  if (page === 1) next.delete(name);
  else next.set(name, String(page));
  return { search: next.toString() };
}

/** The first, the last and the neighbours of the current page; 0 stands for a gap. */
function shownPages(current: number, last: number): readonly number[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? page - 1;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [0, page] : [page];
  });
}

/** Links to the pages of a list; nothing if there is only one. */
export function PageNumbers({ count, take, name = 'page' }: PageNumbersProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const last = Math.ceil(count / take);
  if (last < 2) return null;
  const current = Math.min(pageNumber(params, name), last);
  const to = (page: number) => pageSearch(params, page, name);
  return (
    <nav className={classes.pages} aria-label={t`Страницы`}>
      {current > 1 && (
        <Link className={classes.page} to={to(current - 1)} rel="prev">
          <Trans>Назад</Trans>
        </Link>
      )}
      {shownPages(current, last).map((page, at) =>
        page === 0 ? (
          <span key={at < 3 ? 'gap before' : 'gap after'} className={classes.gap} aria-hidden>
            …
          </span>
        ) : (
          <Link
            key={page}
            className={classes.page}
            to={to(page)}
            aria-label={t`Страница ${page}`}
            aria-current={page === current ? 'page' : undefined}
          >
            {page}
          </Link>
        ),
      )}
      {current < last && (
        <Link className={classes.page} to={to(current + 1)} rel="next">
          <Trans>Дальше</Trans>
        </Link>
      )}
    </nav>
  );
}

/** Shown instead of the rows when the address names a page beyond the last one. */
export function BeyondLastPage({ count, take, name = 'page' }: PageNumbersProps) {
  const [params] = useSearchParams();
  return (
    <EmptyState
      title={<Trans>Такой страницы нет</Trans>}
      action={
        <LinkButton to={pageSearch(params, Math.ceil(count / take), name)} look="quiet">
          <Trans>К последней странице</Trans>
        </LinkButton>
      }
    >
      <Trans>Список короче: посмотрите его последнюю страницу.</Trans>
    </EmptyState>
  );
}
