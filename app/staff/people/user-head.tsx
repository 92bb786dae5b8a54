import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import table from '#base/ui/lists/staff-list.module.css';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { Tag } from '#base/ui/states/tag.tsx';
import { Face } from '../person-cell.tsx';
import { VerifiedSwitch } from '../verified-switch.tsx';
import type { peopleCalls } from './people.calls.ts';
import classes from './user-screen.module.css';

/** A user as moderators see him. */
export type ModeratedUser = CallAnswer<typeof peopleCalls.get>;

/** Name, phone, labels, money accounts and date of registration. */
export function UserHead({ user, currency }: { readonly user: ModeratedUser; readonly currency: string }) {
  const dateText = useDateText();
  const nameOf = useNames();
  const { id, userName, givenName, surName, patronymic, phone, role, isBlocked, createdAt, accounts } = user;
  const fullName = [surName, givenName, patronymic].filter(Boolean).join(' ');
  return (
    <header>
      <Row gap={20} rowGap={12} align="center">
        <Face person={{ userId: id, userName, avatar: user.avatar }} size={72} />
        <div className={classes.names}>
          <PageTitle>
            {userName}
            {role === 'moderator' && (
              <Tag>
                <Trans>модератор</Trans>
              </Tag>
            )}
            {role === 'admin' && (
              <Tag>
                <Trans>администратор</Trans>
              </Tag>
            )}
            {isBlocked && (
              <Tag look="trouble">
                <Trans>заблокирован</Trans>
              </Tag>
            )}
          </PageTitle>
          {fullName !== '' && <p>{fullName}</p>}
          <p className={table.quiet}>
            <a href={`tel:+${phone}`}>+{phone}</a>
          </p>
        </div>
        <VerifiedSwitch userId={id} userName={userName} isVerified={user.confirmed} isFixed={!user.mayDecide} />
      </Row>
      <Row as="dl" className={classes.facts} gap={28} rowGap={8}>
        <div>
          <dt>
            <Trans>С нами с</Trans>
          </dt>
          <dd>{dateText(createdAt, { date: 'short' })}</dd>
        </div>
        {accounts.map(({ id: key, name, balance }) => (
          <div key={key}>
            <dt>
              <Trans>Счёт «{nameOf(name)}»</Trans>
            </dt>
            <dd>
              <Sum amount={balance} currency={currency} />
            </dd>
          </div>
        ))}
        <div>
          <dt>
            <Trans>Страница</Trans>
          </dt>
          <dd>{isBlocked ? <Trans>скрыта</Trans> : <Link to={`/${userName}`}>/{userName}</Link>}</dd>
        </div>
        <div>
          <dt>
            <Trans>Номер пользователя</Trans>
          </dt>
          <dd className={table.mono}>{id}</dd>
        </div>
      </Row>
    </header>
  );
}
