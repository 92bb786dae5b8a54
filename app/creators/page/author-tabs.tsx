import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { User } from '../creators.calls.ts';
import { useSocialLinks } from '../social-links.tsx';
import classes from './author-tabs.module.css';

const tabs = ['support', 'merch', 'about'] as const;

export type AuthorTab = (typeof tabs)[number];

/** The tab named in the address; the first one by default. */
export function authorTab(params: URLSearchParams): AuthorTab {
  const named = params.get('tab');
  return tabs.find((tab) => tab === named) ?? 'support';
}

interface AuthorTabsProps {
  readonly user: User;
  readonly current: AuthorTab;
}

/** Support, posts, merch, about: links, so that each can be shared and works without scripts. */
export function AuthorTabs({ user, current }: AuthorTabsProps) {
  const { t } = useLingui();
  const links = useSocialLinks(user);
  // The types and the day of registration alone are no story.
  const hasAbout = user.about !== null || user.hasProducts || links.length > 0;
  const places = [
    { tab: 'support', to: { search: '' }, name: t`Поддержать` },
    // They have a page of their own.
    { tab: null, to: `/${user.userName}/posts`, name: t`Посты`, isShown: user.hasPosts },
    { tab: 'merch', to: { search: 'tab=merch' }, name: t`Мерч` },
    { tab: 'about', to: { search: 'tab=about' }, name: t`Об авторе`, isShown: hasAbout },
  ];
  return (
    <nav className={classes.tabs} aria-label={t`Страница автора`}>
      {places
        .filter(({ isShown = true }) => isShown)
        .map(({ tab, to, name }) => (
          <Link
            key={name}
            to={to}
            replace={tab !== null}
            className={classes.tab}
            aria-current={tab === current ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
    </nav>
  );
}
