import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { LateConsentLink } from '#app/analytics/late-analytics.tsx';
import { ColourSchemeSwitch } from '../menu/colour-scheme-switch.tsx';
import { LanguageSwitch } from '../menu/language-switch.tsx';
import classes from './footer.module.css';
import { Logo } from './logo.tsx';

/** A woven hem, links, and the switches of colours and language. */
export function Footer() {
  const { t } = useLingui();
  return (
    <footer className={classes.footer}>
      <div className={classes.hem} aria-hidden />
      <div className={classes.row}>
        <div className={classes.about}>
          <Logo />
          <p>
            <Trans>Поддержка доходит до автора, а ваше имя — до экрана стрима.</Trans>
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
          {/* Not a screen: the server sends an archive or leads to where the operator publishes it. */}
          <a href="/source">
            <Trans>Исходный код</Trans>
          </a>
          <LateConsentLink />
        </nav>
        <div className={classes.switches}>
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
