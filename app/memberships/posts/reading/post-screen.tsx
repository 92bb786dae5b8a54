import { Trans, useLingui } from '@lingui/react/macro';
import { Link, redirect } from 'react-router';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { useSession } from '#app/identity/session.ts';
import { pageContext } from '#app/page-context.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import type { Route } from './+types/post-screen';
import classes from './post-article.module.css';
import { JoinToRead, PostArticle } from './post-article.tsx';
import { useOwnView } from './use-own-view.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  const postId = idInAddress(params.postId).toLowerCase();
  // Tagged before the call, so that a cached not-found page is dropped when the post is published.
  tag(`post:${postId}`);
  const [post, config] = await Promise.all([
    orNotFound(services.call('GET Post/Post', { query: { postId } }, tag)),
    services.call('GET Config', {}, tag),
  ]);
  const { userName } = post.creator;
  if (userName !== params.userName) throw redirect(`/${userName}/posts/${postId}`, 301);
  return { post, currency: config.country.currencyLabel };
}

/** A post: rendered for a guest, completed for those who may read it once they are known. */
export default function PostScreen({ loaderData: { post: open, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { id, title, teaser, creator } = open;
  const session = useSession();
  const own = useOwnView(id, session.status === 'user' ? session.user.id : null);
  const post = own.post ?? open;
  const login = useLoginAddress();
  const signIn = own.post === null ? login : null;
  const locked = own.isWaiting ? (
    <div aria-busy>
      <Skeleton height={160} radius={16} />
    </div>
  ) : own.failure === null ? (
    <JoinToRead userName={creator.userName} post={post} currency={currency} isMember={post.isMember} signIn={signIn} />
  ) : (
    <ErrorNotice onRetry={own.retry}>{own.failure.message}</ErrorNotice>
  );
  return (
    <PageFrame narrow>
      <PageHead
        title={`${title} — ${creator.displayName}`}
        description={teaser === '' ? t`Пост автора ${creator.displayName}` : teaser}
        image={`/og/${creator.userName}.png`}
        type="article"
        noIndex={open.audience !== 'everyone'}
      />
      <Stack className={classes.page} gap={20} fit style={accentStyle(creator.accent)}>
        <PostArticle
          key={id}
          post={post}
          content={post.content}
          isGuarded={own.post !== null && open.content === null}
          locked={locked}
          heading={
            <>
              <Row gap={16} rowGap={4} size={14}>
                <Link to={`/${creator.userName}`}>{creator.displayName}</Link>
                <Link to={`/${creator.userName}/posts`}>
                  <Trans>Все посты</Trans>
                </Link>
              </Row>
              <PageTitle>{title}</PageTitle>
            </>
          }
        />
        {post.isOwn && (
          <p>
            <LinkButton to={`/profile/members/posts/${id}`} look="quiet">
              <Trans>Изменить</Trans>
            </LinkButton>
          </p>
        )}
      </Stack>
    </PageFrame>
  );
}
