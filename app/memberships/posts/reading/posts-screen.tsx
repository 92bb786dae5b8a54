import { Trans, useLingui } from '@lingui/react/macro';
import { redirect } from 'react-router';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import type { Route } from './+types/posts-screen';
import { PostCard } from './post-card.tsx';

export async function loader({ context, params: { userName: named }, url: { searchParams } }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  // Tagged before the calls, so that a cached not-found page is dropped when a user takes the name.
  tag(`creatorName:${named.toLowerCase()}`);
  const query = { userName: named };
  const [posts, user] = await Promise.all([
    orNotFound(services.call('GET Post/List', { query: { ...query, After: placeInAddress(searchParams) } }, tag)),
    orNotFound(services.call('GET User/GetByName', { query }, tag)),
  ]);
  const { userName, givenName, surName, avatar, banner, accent, pattern } = user;
  if (userName !== named) throw redirect(`/${userName}/posts`, 301);
  const displayName = [givenName, surName].filter(Boolean).join(' ') || userName;
  const creator = { userName, displayName, avatar, banner, accent, pattern };
  return { posts, creator, isFirst: placeInAddress(searchParams) === undefined };
}

/** All posts of a creator, newest first. */
export default function Posts({ loaderData: { posts, creator, isFirst } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { userName, displayName } = creator;
  return (
    <PageFrame narrow>
      <PageHead
        title={t`Посты — ${displayName}`}
        description={t`Что пишет ${displayName} для всех и для подписчиков`}
        image={`/og/${userName}.png`}
        noIndex={!isFirst || posts.items.length === 0}
      />
      <div style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PageTitle>
          <Trans>Посты</Trans>
        </PageTitle>
        <Stack gap={20} fit>
          {posts.items.length === 0 ? (
            <EmptyState title={<Trans>Постов пока нет</Trans>}>
              <Trans>Здесь появится то, что автор пишет для всех и для подписчиков.</Trans>
            </EmptyState>
          ) : (
            <Stack as="ul" gap={12} fit>
              {posts.items.map((post) => (
                <PostCard key={post.id} userName={userName} post={post} />
              ))}
            </Stack>
          )}
          <KeysetPages next={posts.next} />
          <p>
            <LinkButton to={{ pathname: `/${userName}`, hash: 'donation' }}>
              <Trans>Поддержать</Trans>
            </LinkButton>
          </p>
        </Stack>
      </div>
    </PageFrame>
  );
}
