import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useOwnSupport } from '#app/memberships/own-support.tsx';
import classes from './members-note.module.css';

interface MembersNoteProps {
  readonly seller: { readonly userName: string; readonly projectId: string };
}

/** Says who may buy a product that is for members alone, and leads to the creator's form of monthly support; to a member that it is for them. */
export default function MembersNote({ seller: { userName, projectId } }: MembersNoteProps) {
  const { kind } = useOwnSupport(projectId);
  const isMember = kind === 'member';
  return (
    <div className={classes.note} data-unknown={kind === 'unknown' || undefined}>
      <p data-out={isMember || undefined}>
        <Trans>
          Только для подписчиков: купить могут те, кто поддерживает автора каждый месяц.{' '}
          <Link to={{ pathname: `/${userName}`, search: 'level=', hash: 'donation' }}>Подписаться</Link>
        </Trans>
      </p>
      <p data-out={!isMember || undefined}>
        <Trans>Вы поддерживаете автора каждый месяц: этот товар для вас.</Trans>
      </p>
    </div>
  );
}
