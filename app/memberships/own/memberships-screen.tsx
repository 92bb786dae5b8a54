import { Trans, useLingui } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { failures, isCallFailure } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/memberships-screen';
import { PostFeed, readFeed } from './post-feed.tsx';
import { readSupport, SupportList } from './support-list.tsx';

/** `fault`: why what was asked for did not come; the views stay within reach. */
export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const isFeed = searchParams.get('view') === 'posts';
  const none = { isFeed, feed: null, support: null, fault: null };
  try {
    return isFeed
      ? { ...none, feed: await readFeed(searchParams, signal) }
      : { ...none, support: await readSupport(searchParams, signal) };
  } catch (error) {
    // Whoever is not logged in any more is led to the login.
    if (failures.unauthorized.is(error) || !isCallFailure(error)) throw error;
    return { ...none, fault: error.message };
  }
}

/** Whom the user supports every month, or what is new from them. The list comes first: notices of refused months lead to it. */
export default function Memberships({ loaderData: { isFeed, feed, support, fault } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  return (
    <PageFrame narrow>
      <PageHead title={isFeed ? t`Новые посты` : t`Моя поддержка`} noIndex />
      <PageTitle>
        <Trans>Моя поддержка</Trans>
      </PageTitle>
      <Stack gap={24} fit>
        <ViewLinks
          label={t`Что показать`}
          name="view"
          current={isFeed ? 'posts' : ''}
          views={[
            { value: '', title: t`Подписки` },
            { value: 'posts', title: t`Новые посты` },
          ]}
        />
        {fault !== null && <ErrorNotice onRetry={() => void revalidate()}>{fault}</ErrorNotice>}
        {support !== null && <SupportList {...support} />}
        {feed !== null && <PostFeed {...feed} />}
      </Stack>
    </PageFrame>
  );
}
