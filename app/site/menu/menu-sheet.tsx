import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useLoginAddress } from '#app/identity/login-address.ts';
import icon from '#base/ui/page/icon-button.module.css';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './menu-sheet.module.css';
import { SearchField } from './search-field.tsx';

interface MenuSheetProps {
  /** Items in the basket. */
  readonly count: number;
  readonly onClose: () => void;
}

/** The menu of a phone, loaded when it is opened. The native dialog traps the focus and closes on Escape. */
export default function MenuSheet({ count, onClose }: MenuSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => sheet.current?.showModal(), []);
  const { t } = useLingui();
  const login = useLoginAddress();
  return (
    <dialog ref={sheet} className={classes.sheet} aria-label={t`Меню`} closedby="any" onClose={onClose}>
      <div className={classes.top}>
        <button type="button" className={icon.button} aria-label={t`Закрыть`} onClick={() => sheet.current?.close()}>
          <IconX size={24} stroke={1.75} />
        </button>
      </div>
      <SearchField />
      <nav className={classes.links} aria-label={t`Разделы`}>
        <Link to="/authors">
          <Trans>Авторы</Trans>
        </Link>
        <Link to="/market">
          <Trans>Мерч</Trans>
        </Link>
        <Link to="/basket">
          <Trans>Корзина</Trans> {count > 0 && count}
        </Link>
        <Link to="/profile">
          <Trans>Кабинет</Trans>
        </Link>
        <Link to="/orders">
          <Trans>Мои заказы</Trans>
        </Link>
      </nav>
      <Link to={login} className={classes.login}>
        <Trans>Войти</Trans>
      </Link>
      <div className={classes.switches}>
        <LanguageSwitch />
        <ColourSchemeSwitch />
      </div>
    </dialog>
  );
}
