import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { idParameter } from '#base/ui/lists/id-parameter.ts';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { StaffViews } from '../listing/staff-views.tsx';
import type { Route } from './+types/admin-messages-screen';
import { AdminMessageActs } from './admin-message-acts.tsx';
import classes from './messages-screen.module.css';

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { UserId: idParameter(searchParams, 'user'), After: placeInAddress(searchParams) };
  const page = await call('GET Moderator/MemberMessages', { query }, { signal });
  return { ...page, isFiltered: query.UserId !== undefined };
}

type Message = Route.ComponentProps['loaderData']['items'][number];

/** What creators write to their members, for the staff. */
export default function AdminMessages({ loaderData: { items, next, isFiltered } }: Route.ComponentProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const columns: readonly Column<Message>[] = [
    {
      title: t`Автор`,
      cell: ({ creatorId, creatorName }) => <Link to={`/admin/user/${creatorId}`}>{creatorName}</Link>,
      isName: true,
    },
    { title: t`Сообщение`, cell: ({ text }) => <p className={classes.text}>{text}</p>, look: 'words' },
    { title: t`Кому`, cell: ({ level }) => level ?? t`Всем подписчикам`, look: 'words' },
    { title: t`Подписчиков`, cell: ({ readers }) => readers, look: 'number' },
    {
      title: t`Когда`,
      cell: ({ at }) => dateText(at, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Действия`, cell: ({ id, isRemoved }) => <AdminMessageActs messageId={id} isRemoved={isRemoved} /> },
  ];
  return (
    <div className={list.page}>
      <PageHead title={t`Сообщения подписчикам`} noIndex />
      <div className={list.head}>
        <PageTitle>
          <Trans>Сообщения подписчикам</Trans>
        </PageTitle>
        <StaffViews />
      </div>
      {items.length === 0 ? (
        <EmptyList isFiltered={isFiltered} names={['user']}>
          <EmptyState title={<Trans>Сообщений пока нет</Trans>}>
            <Trans>Здесь будет то, что авторы пишут своим подписчикам.</Trans>
          </EmptyState>
        </EmptyList>
      ) : (
        <StaffTable label={t`Сообщения`} rows={items} keyOf={({ id }) => id} columns={columns} />
      )}
      <KeysetPages next={next} />
    </div>
  );
}
