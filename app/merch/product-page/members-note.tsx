import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import classes from './members-note.module.css';

interface MembersNoteProps {
  readonly userName: string;
  readonly displayName: string;
}

/** Says who may buy a product that is for members alone. */
export function MembersNote({ userName, displayName }: MembersNoteProps) {
  return (
    <p className={classes.note}>
      <Trans>
        Только для подписчиков: купить могут те, кто поддерживает {displayName} каждый месяц.{' '}
        <Link to={`/${userName}`}>Подписаться</Link>
      </Trans>
    </p>
  );
}
