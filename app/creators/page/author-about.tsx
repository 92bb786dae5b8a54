import { Trans, useLingui } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import type { User } from '../creators.calls.ts';
import { SocialLinks } from '../social-links.tsx';
import classes from './author-about.module.css';
import { memberSince } from './member-since.ts';

/** The text of a creator about himself, his links and the date of registration. */
export function AuthorAbout({ user }: { user: User }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const since = memberSince(user.userId);
  return (
    <section className={classes.about} aria-label={t`Об авторе`}>
      {user.about ? (
        <p className={classes.text}>{user.about}</p>
      ) : (
        <EmptyState title={<Trans>Автор пока не рассказал о себе</Trans>}>
          <Trans>Загляните на его страницы в сетях или спросите его в сообщении к донату.</Trans>
        </EmptyState>
      )}
      <div className={classes.elsewhere}>
        <SocialLinks links={user} />
      </div>
      {since && (
        <p className={classes.since}>
          <Trans>Здесь с {dateText(since, { date: 'long' })}</Trans>
        </p>
      )}
    </section>
  );
}
