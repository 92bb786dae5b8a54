import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { LateConsentLink } from '#app/analytics/late-analytics.tsx';
import { ColourSchemeSwitch } from '../menu/colour-scheme-switch.tsx';
import { LanguageSwitch } from '../menu/language-switch.tsx';
import { pageTitles } from '../texts/page-titles.ts';
import classes from './footer.module.css';
import { Logo } from './logo.tsx';

/** A woven hem, links, and the switches of colours and language. */
export function Footer() {
  const { i18n, t } = useLingui();
  const links = [
    ['/authors', t`Авторы`],
    ['/market', t`Мерч`],
    ['/auth/registration', t`Стать автором`],
    ['/profile', t`Кабинет`],
  ] as const;
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
          {links.map(([to, title]) => (
            <Link key={to} to={to}>
              {title}
            </Link>
          ))}
          {/* Not a screen: the server sends an archive or leads to where the operator publishes it. */}
          <a href="/source">
            <Trans>Исходный код</Trans>
          </a>
          <LateConsentLink />
        </nav>
        <nav className={classes.links} aria-label={t`О площадке`}>
          {Object.entries(pageTitles).map(([page, title]) => (
            <Link key={page} to={`/about/${page}`}>
              {i18n._(title)}
            </Link>
          ))}
        </nav>
        <div className={classes.switches}>
          <LanguageSwitch />
          <ColourSchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
