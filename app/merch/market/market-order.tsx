import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { changedSearch, marketView } from './market-address.ts';
import classes from './market-screen.module.css';

/** The order of the list as links, so that each order has an address. */
export function MarketOrder() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const chosen = marketView(params, 1).order;
  const orders = [
    { order: null, name: <Trans>Рекомендуем</Trans> },
    { order: 'cheap', name: <Trans>Дешевле</Trans> },
    { order: 'dear', name: <Trans>Дороже</Trans> },
  ] as const;
  return (
    <nav className={classes.orders} aria-label={t`Порядок`}>
      {orders.map(({ order, name }) => (
        <Link
          key={order}
          to={{ search: changedSearch(params, { order }) }}
          className={classes.order}
          aria-current={order === chosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
