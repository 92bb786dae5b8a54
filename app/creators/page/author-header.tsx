import { lazy, type ReactNode, Suspense } from 'react';
import { CreatorAvatar, CreatorBanner } from '#app/images/creator-face.tsx';
import { VerifiedMark } from '#app/images/verified-mark.tsx';
import { ShareButton } from '#base/ui/share/share-button.tsx';
import type { User } from '../creators.calls.ts';
import { displayNameOf } from '../public-user.ts';
import { SocialLinks } from '../social-links.tsx';
import { useTypeNames } from '../type-names.tsx';
import classes from './author-header.module.css';

const LiveBadge = lazy(() => import('#app/widgets/live-badge.tsx').catch(() => ({ default: () => null })));

/** The creator's stage: banner or ikat, face, name, types, two lines about him, links; below them the goal. */
export function AuthorHeader({ user, children }: { user: User; children: ReactNode }) {
  const typeNames = useTypeNames();
  const displayName = displayNameOf(user);
  return (
    <header className={classes.header}>
      <div className={classes.banner}>
        <CreatorBanner creator={user} width={800} height={200} isWide isFirst />
        <Suspense>
          <LiveBadge key={user.projectId} projectId={user.projectId} />
        </Suspense>
      </div>
      <div className={classes.person}>
        <span className={classes.avatar}>
          <CreatorAvatar creator={{ userName: user.userName, displayName, avatar: user.avatar }} size={96} />
        </span>
        <div className={classes.words}>
          <h1 className={classes.name}>
            {displayName}
            {user.confirmed && (
              <>
                &nbsp;
                <VerifiedMark size={24} />
              </>
            )}
          </h1>
          <p className={classes.types}>{[`@${user.userName}`, ...typeNames(user.userType)].join(' · ')}</p>
        </div>
        {user.about !== null && <p className={classes.about}>{user.about}</p>}
        <div className={classes.links}>
          <SocialLinks links={user} />
          <ShareButton title={displayName} path={`/${user.userName}`} framePath={`/embed/${user.userName}`} />
        </div>
      </div>
      {children}
    </header>
  );
}
