import { Trans } from '@lingui/react/macro';
import { Link, type To } from 'react-router';
import type { OwnSupport } from '#app/memberships/own-support.tsx';
import classes from './product-price.module.css';

interface MembersNoteProps {
  readonly kind: OwnSupport['kind'];
  /** The creator's form of monthly support. */
  readonly join: To;
}

/** Says who may buy a product that is for members alone, and leads to the creator's form of monthly support; to a member that it is for them. */
export function MembersNote({ kind, join }: MembersNoteProps) {
  const isMember = kind === 'member';
  return (
    <div className={classes.note} data-unknown={kind === 'unknown' || undefined}>
      <p data-out={isMember || undefined}>
        <Trans>
          Только для подписчиков: купить могут те, кто поддерживает автора каждый месяц.{' '}
          <Link to={join}>Подписаться</Link>
        </Trans>
      </p>
      <p data-out={!isMember || undefined}>
        <Trans>Вы поддерживаете автора каждый месяц: этот товар для вас.</Trans>
      </p>
    </div>
  );
}
