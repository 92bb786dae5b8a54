import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { User } from '../creators.calls.ts';
import { useSocialLinks } from '../social-links.tsx';
import classes from './author-tabs.module.css';

const tabs = ['support', 'posts', 'merch', 'about'] as const;

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
  const hidden = new Set<AuthorTab>();
  if (!hasAbout) hidden.add('about');
  if (!user.hasPosts) hidden.add('posts');
  const shown = tabs.filter((tab) => !hidden.has(tab));
  const names = { support: t`Поддержать`, posts: t`Посты`, merch: t`Мерч`, about: t`Об авторе` };
  return (
    <nav className={classes.tabs} aria-label={t`Страница автора`}>
      {shown.map((tab) => (
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
