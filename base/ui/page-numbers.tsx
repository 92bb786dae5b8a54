import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import classes from './page-numbers.module.css';

interface PageNumbersProps {
  /** All that match. */
  readonly count: number;
  /** So many a page. */
  readonly take: number;
  /** The address's parameter that holds the page's number, from 1. */
  readonly name?: string;
}

/** The page's number in the address; what is no number is the first page. */
export function pageNumber(params: URLSearchParams, name = 'page'): number {
  const number = Number(params.get(name) ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/** First, last, and the neighbours of the present one; 0 stands for a gap. */
function shownPages(current: number, last: number): readonly number[] {
  const near = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((page, at) => {
    const before = pages[at - 1] ?? page - 1;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [0, page] : [page];
  });
}

/** Links to the pages of a list, so they can be opened beside, shared and found by robots. Nothing where all fits on one. */
export function PageNumbers({ count, take, name = 'page' }: PageNumbersProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const last = Math.ceil(count / take);
  if (last < 2) return null;
  const current = Math.min(pageNumber(params, name), last);
  const to = (page: number) => {
    const next = new URLSearchParams(params);
    if (page === 1) next.delete(name);
    else next.set(name, String(page));
    return { search: next.toString() };
  };
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
