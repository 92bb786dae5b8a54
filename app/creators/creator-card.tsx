import { Link } from 'react-router';
import { CreatorAvatar, CreatorBanner } from '#app/images/creator-face.tsx';
import { VerifiedMark } from '#app/images/verified-mark.tsx';
import classes from './creator-card.module.css';
import type { User } from './creators.calls.ts';
import { displayNameOf } from './public-user.ts';
import { SocialLinks } from './social-links.tsx';
import { useTypeNames } from './type-names.tsx';

interface CreatorCardProps {
  readonly user: User;
  readonly links?: boolean;
  readonly level?: 2 | 3;
  /** It is visible when the view opens. */
  readonly isFirst?: boolean;
}

/** A creator in a list: banner, avatar, types. The card links to his page; the icons link to other sites. */
export function CreatorCard({ user, links = false, level = 3, isFirst = false }: CreatorCardProps) {
  const typeNames = useTypeNames();
  const displayName = displayNameOf(user);
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classes.card}>
      <div className={classes.banner}>
        <CreatorBanner creator={user} width={640} height={224} isFirst={isFirst} />
      </div>
      <div className={classes.body}>
        <span className={classes.avatar}>
          <CreatorAvatar creator={{ userName: user.userName, displayName, avatar: user.avatar }} size={72} />
        </span>
        <Heading className={classes.name}>
          <Link to={`/${user.userName}`} className={classes.link} prefetch="intent">
            {displayName}
          </Link>
          {user.confirmed && <VerifiedMark />}
        </Heading>
        <p className={classes.types}>{typeNames(user.userType).join(' · ')}</p>
        {user.about && <p className={classes.about}>{user.about}</p>}
        {links && (
          <div className={classes.links}>
            <SocialLinks links={user} size="small" />
          </div>
        )}
      </div>
    </article>
  );
}

/** Placeholder of a card while the list is loading. */
export function CreatorCardSkeleton() {
  return (
    <div className={classes.card} data-waiting aria-hidden>
      <div className={classes.banner} />
      <div className={classes.body}>
        <span className={classes.avatar}>
          <span className={classes.face} />
        </span>
        <span className={classes.line} data-width="name" />
        <span className={classes.line} />
        <span className={classes.line} data-width="about" />
      </div>
    </div>
  );
}
