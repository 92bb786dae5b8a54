import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from '#base/pages/page-head.tsx';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/memberships-screen';
import { PostFeed, readFeed } from './post-feed.tsx';
import { readSupport, SupportList } from './support-list.tsx';

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  return searchParams.get('view') === 'posts'
    ? { feed: await readFeed(searchParams, signal), support: null }
    : { feed: null, support: await readSupport(searchParams, signal) };
}

/** Whom the user supports every month, or what is new from them. The list comes first: notices of refused months lead to it. */
export default function Memberships({ loaderData: { feed, support } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <PageFrame narrow>
      <PageHead title={feed === null ? t`Моя поддержка` : t`Новые посты`} noIndex />
      <PageTitle>
        <Trans>Моя поддержка</Trans>
      </PageTitle>
      <Stack gap={24} fit>
        <ViewLinks
          label={t`Что показать`}
          name="view"
          current={feed === null ? '' : 'posts'}
          views={[
            { value: '', title: t`Подписки` },
            { value: 'posts', title: t`Новые посты` },
          ]}
        />
        {support !== null && <SupportList {...support} />}
        {feed !== null && <PostFeed {...feed} />}
      </Stack>
    </PageFrame>
  );
}
