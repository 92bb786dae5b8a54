import { Trans } from '@lingui/react/macro';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PostList } from './posts/reading/post-list.tsx';
import type { PublicPosts } from './posts/shown-post.ts';

interface CreatorPostsProps extends PublicPosts {
  readonly userName: string;
}

/** The newest posts of a creator on the creator's page, with a link to all of them. */
export default function CreatorPosts({ userName, items, next }: CreatorPostsProps) {
  if (items.length === 0)
    return (
      <EmptyState title={<Trans>Постов пока нет</Trans>}>
        <Trans>Здесь появится то, что автор пишет для всех и для подписчиков.</Trans>
      </EmptyState>
    );
  return (
    <>
      <PostList userName={userName} posts={items} level={2} />
      {next !== null && (
        <p>
          <LinkButton to={`/${userName}/posts`} look="quiet">
            <Trans>Все посты</Trans>
          </LinkButton>
        </p>
      )}
    </>
  );
}
