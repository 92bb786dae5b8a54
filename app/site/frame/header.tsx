import { Trans, useLingui } from '@lingui/react/macro';
import { IconMenu2, IconShoppingBag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useBasketCount } from '#app/orders/use-basket-count.ts';
import { bring } from '#base/pages/bring.ts';
import icon from '#base/ui/page/icon-button.module.css';
import { AccountPlace } from '../menu/account-place.tsx';
import { SearchField } from '../menu/search-field.tsx';
import classes from './header.module.css';
import { Logo } from './logo.tsx';

const MenuSheet = lazy(() => bring(() => import('../menu/menu-sheet.tsx')));

/** The main navigation; on a phone most of it is behind the menu button. */
export function Header() {
  const { t } = useLingui();
  const { key } = useLocation();
  const count = useBasketCount();
  // Whatever was chosen in the menu, it is closed in the next view.
  const [menuIn, setMenuIn] = useState<string | null>(null);
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Logo />
        <div className={classes.search}>
          <SearchField />
        </div>
        <nav className={classes.links} aria-label={t`Разделы`}>
          <NavLink to="/authors" className={classes.link}>
            <Trans>Авторы</Trans>
          </NavLink>
          <NavLink to="/market" className={classes.link}>
            <Trans>Мерч</Trans>
          </NavLink>
        </nav>
        <div className={classes.tools}>
          <Link
            to="/basket"
            className={`${icon.button} ${classes.basket}`}
            aria-label={count > 0 ? t`Корзина, товаров: ${count}` : t`Корзина`}
          >
            <IconShoppingBag size={22} stroke={1.75} />
            {count > 0 && <b className={classes.count}>{count > 99 ? '99+' : count}</b>}
          </Link>
          <AccountPlace />
          <button
            type="button"
            className={`${icon.button} ${classes.burger}`}
            aria-label={t`Меню`}
            aria-haspopup="dialog"
            onClick={() => setMenuIn(key)}
          >
            <IconMenu2 size={24} stroke={1.75} />
          </button>
        </div>
      </div>
      {menuIn === key && (
        <Suspense>
          <MenuSheet count={count} onClose={() => setMenuIn(null)} />
        </Suspense>
      )}
    </header>
  );
}
