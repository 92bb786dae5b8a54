import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import classes from './members-note.module.css';

/** Says who may buy a product that is for members alone, and leads to the creator's form of monthly support. */
export function MembersNote({ userName }: { readonly userName: string }) {
  return (
    <p className={classes.note}>
      <Trans>
        Только для подписчиков: купить могут те, кто поддерживает автора каждый месяц.{' '}
        <Link to={{ pathname: `/${userName}`, search: 'level=', hash: 'donation' }}>Подписаться</Link>
      </Trans>
    </p>
  );
}
