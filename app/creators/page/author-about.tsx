import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendar, IconShirt, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import type { User } from '../creators.calls.ts';
import { useSocialLinks } from '../social-links.tsx';
import { useTypeNames } from '../type-names.tsx';
import classes from './author-about.module.css';
import { memberSince } from './member-since.ts';

/** `https://www.youtube.com/@dilnoza/` as people say it: `youtube.com/@dilnoza`. */
function shortAddress(address: string): string {
  return address.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '');
}

/** What is known of a creator: the whole text, the types, the date of registration, the merch, and the links by name. */
export default function AuthorAbout({ user }: { user: User }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const typeNames = useTypeNames()(user.userType);
  const links = useSocialLinks(user);
  const since = memberSince(user.userId);
  return (
    <section className={classes.about} aria-label={t`Об авторе`}>
      {user.about !== null && <p className={classes.text}>{user.about}</p>}
      <ul className={classes.facts}>
        {typeNames.length > 0 && (
          <li>
            <IconUser size={20} stroke={1.75} aria-hidden />
            <span>{typeNames.join(', ')}</span>
          </li>
        )}
        {since && (
          <li>
            <IconCalendar size={20} stroke={1.75} aria-hidden />
            <span>
              <Trans>Здесь с {dateText(since, { date: 'long' })}</Trans>
            </span>
          </li>
        )}
        {user.hasProducts && (
          <li>
            <IconShirt size={20} stroke={1.75} aria-hidden />
            <Link to={{ search: 'tab=merch' }} replace>
              <Trans>Мерч автора</Trans>
            </Link>
          </li>
        )}
        {links.map(({ field, address, label, Icon }) => (
          <li key={field}>
            <Icon size={20} stroke={1.75} aria-hidden />
            <a href={address} target="_blank" rel="noopener nofollow">
              {label} <small>{shortAddress(address)}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
