import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useNames } from '#base/ui/page/use-names.ts';
import classes from './breadcrumbs.module.css';
import type { WireProduct } from './merch-shapes.ts';

/** Links to the market and to the product's category. */
export function Breadcrumbs({ product }: { product: Pick<WireProduct, 'categoryId' | 'categoryName'> }) {
  const { t } = useLingui();
  const nameOf = useNames();
  return (
    <nav aria-label={t`Где вы`}>
      <ol className={classes.crumbs}>
        <li>
          <Link to="/market">
            <Trans>Мерч</Trans>
          </Link>
        </li>
        <li>
          <Link to={`/market?category=${String(product.categoryId)}`}>{nameOf(product.categoryName)}</Link>
        </li>
      </ol>
    </nav>
  );
}
