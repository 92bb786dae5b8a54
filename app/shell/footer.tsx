import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { ColourSchemeSwitch } from './colour-scheme-switch.tsx';
import classes from './footer.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';

/** A woven hem, the ways onward, and how the page looks and speaks. */
export function Footer() {
  const { t } = useLingui();
  return (
    <footer className={classes.footer}>
      <div className={classes.hem} aria-hidden />
      <div className={classes.row}>
        <div className={classes.about}>
          <Logo />
          <p>
            <Trans>Поддержка доходит до автора, а имя дарителя — до экрана стрима.</Trans>
          </p>
        </div>
        <nav className={classes.links} aria-label={t`Ещё`}>
          <Link to="/authors">
            <Trans>Авторы</Trans>
          </Link>
          <Link to="/market">
            <Trans>Мерч</Trans>
          </Link>
          <Link to="/auth/registration">
            <Trans>Стать автором</Trans>
          </Link>
          <Link to="/profile">
            <Trans>Профиль</Trans>
          </Link>
        </nav>
        <div className={classes.switches}>
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
