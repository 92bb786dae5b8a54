import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { Row } from '#base/ui/layout/parts.tsx';
import { placeInAddress } from '../../text/place-name.ts';
import classes from './keyset-pages.module.css';

/** The way through a list whose pages have no numbers. `next`: where the next one begins; null: this is the last one. */
export function KeysetPages({ next }: { readonly next: string | null }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const isFirst = placeInAddress(params) === undefined;
  if (isFirst && next === null) return null;
  const to = (after: string | null) => {
    const changed = new URLSearchParams(params);
    if (after === null) changed.delete('after');
    else changed.set('after', after);
    return { search: changed.toString() };
  };
  return (
    <Row as="nav" className={classes.pages} gap={20} nowrap aria-label={t`Страницы`}>
      {!isFirst && (
        <Link to={to(null)}>
          <Trans>К началу</Trans>
        </Link>
      )}
      {next !== null && (
        <Link to={to(next)} rel="next">
          <Trans>Дальше</Trans>
        </Link>
      )}
    </Row>
  );
}
