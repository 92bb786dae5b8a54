import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { idParameter } from '#base/ui/lists/id-parameter.ts';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import list from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { MarkedText } from '#base/ui/marked-text/marked-text.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { StaffViews } from '../../listing/staff-views.tsx';
import { useAudienceText } from '../reading/use-audience-text.ts';
import type { Route } from './+types/admin-posts-screen';
import { AdminPostActs } from './admin-post-acts.tsx';
import { AdminPostAudio } from './admin-post-audio.tsx';
import { AdminPostPictures } from './admin-post-pictures.tsx';
import classes from './admin-posts-screen.module.css';

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { UserId: idParameter(searchParams, 'user'), After: placeInAddress(searchParams) };
  const page = await call('GET Moderator/Posts', { query }, { signal });
  return { ...page, isFiltered: query.UserId !== undefined };
}

type Post = Route.ComponentProps['loaderData']['items'][number];

/** What creators publish, for the staff. */
export default function AdminPosts({ loaderData: { items, next, isFiltered } }: Route.ComponentProps) {
  const { t } = useLingui();
  const dateText = useDateText();
  const audienceText = useAudienceText();
  const columns: readonly Column<Post>[] = [
    {
      title: t`Автор`,
      cell: ({ creatorId, creatorName }) => <Link to={`/admin/user/${creatorId}`}>{creatorName}</Link>,
      isName: true,
      look: 'nowrap',
    },
    {
      title: t`Пост`,
      cell: ({ id, title, teaser, text, video, pictures, audio, creatorName }) => (
        <Stack gap={8} fit>
          <h2 className={classes.title}>
            <Link to={`/${creatorName}/posts/${id}`}>{title}</Link>
          </h2>
          <div className={classes.text}>
            {teaser !== '' && <p>{teaser}</p>}
            <MarkedText text={text} top={3} />
            {video !== null && <p>{video}</p>}
          </div>
          {audio !== null && <AdminPostAudio audio={audio} postId={id} title={title} author={creatorName} />}
          {pictures.length > 0 && <AdminPostPictures names={pictures} />}
        </Stack>
      ),
      look: 'words',
    },
    { title: t`Кому открыт`, cell: ({ audience, levelName }) => audienceText(audience, levelName), look: 'words' },
    {
      title: t`Когда`,
      cell: ({ publishedAt }) => dateText(publishedAt, { date: 'short', time: 'short' }),
      look: 'nowrap',
    },
    { title: t`Действия`, cell: ({ id, isRemoved }) => <AdminPostActs postId={id} isRemoved={isRemoved} /> },
  ];
  return (
    <div className={list.page}>
      <PageHead title={t`Посты авторов`} noIndex />
      <div className={list.head}>
        <PageTitle>
          <Trans>Посты авторов</Trans>
        </PageTitle>
        <StaffViews />
      </div>
      {items.length === 0 ? (
        <EmptyList isFiltered={isFiltered} names={['user']}>
          <EmptyState title={<Trans>Постов пока нет</Trans>}>
            <Trans>Здесь будет то, что авторы публикуют.</Trans>
          </EmptyState>
        </EmptyList>
      ) : (
        <StaffTable label={t`Посты`} rows={items} keyOf={({ id }) => id} columns={columns} />
      )}
      <KeysetPages next={next} />
    </div>
  );
}
