import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import classes from './author-tabs.module.css';

const tabs = ['support', 'merch', 'about'] as const;

export type AuthorTab = (typeof tabs)[number];

/** The tab named in the address; the first one by default. */
export function authorTab(params: URLSearchParams): AuthorTab {
  const named = params.get('tab');
  return tabs.find((tab) => tab === named) ?? 'support';
}

/** Support, merch, about: links, so that each can be shared and works without scripts. */
export function AuthorTabs({ current }: { current: AuthorTab }) {
  const { t } = useLingui();
  const names = { support: t`Поддержать`, merch: t`Мерч`, about: t`Об авторе` };
  return (
    <nav className={classes.tabs} aria-label={t`Страница автора`}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={{ search: tab === 'support' ? '' : `tab=${tab}` }}
          replace
          preventScrollReset
          className={classes.tab}
          aria-current={tab === current ? 'page' : undefined}
        >
          {names[tab]}
        </Link>
      ))}
    </nav>
  );
}
