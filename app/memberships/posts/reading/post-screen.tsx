import { Trans, useLingui } from '@lingui/react/macro';
import { data, Link, redirect } from 'react-router';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { failures } from '#base/calls/errors.ts';
import { idInAddress } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import type { ShownPost } from '../shown-post.ts';
import type { Route } from './+types/post-screen';
import { HidingWords } from './hiding-words.tsx';
import { MissingPost } from './missing-post.tsx';
import { type OwnView, UntilKnown, useOwnView } from './own-view.tsx';
import classes from './post-article.module.css';
import { JoinToRead, PostArticle } from './post-article.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  const postId = idInAddress(params.postId).toLowerCase();
  // Tagged before the call, so that a cached not-found page is dropped when the post is published.
  tag(`post:${postId}`);
  const [post, config] = await Promise.all([
    services.call('GET Post/Post', { query: { postId } }, tag).catch((error: unknown) => {
      if (failures.notFound.is(error)) return null;
      throw error;
    }),
    services.call('GET Config', {}, tag),
  ]);
  const known = { postId, currency: config.country.currencyLabel };
  // Its creator or the staff may see it all the same, once the page has asked for them: the server, which is asked by a guest, knows of none.
  if (post === null) return data({ ...known, post }, { status: 404 });
  const { userName } = post.creator;
  if (userName !== params.userName) throw redirect(`/${userName}/posts/${postId}`, 301);
  return data({ ...known, post });
}

/** A post: rendered for a guest, completed for those who may read it once they are known. */
export default function PostScreen({ loaderData: { post: open, postId, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const own = useOwnView(postId);
  const post = own.post ?? open;
  return (
    <PageFrame narrow>
      {post === null ? (
        <div className={classes.missing}>
          <PageHead title={t`Пост`} noIndex />
          <UntilKnown own={own}>
            <MissingPost />
          </UntilKnown>
        </div>
      ) : (
        <Post post={post} isOpen={open !== null && open.content !== null} own={own} currency={currency} />
      )}
    </PageFrame>
  );
}

interface PostProps {
  readonly post: ShownPost;
  /** Everybody may read it. */
  readonly isOpen: boolean;
  readonly own: OwnView;
  readonly currency: string;
}

function Post({ post, isOpen, own, currency }: PostProps) {
  const { t } = useLingui();
  const { id, title, teaser, creator } = post;
  const login = useLoginAddress();
  const signIn = own.post === null ? login : null;
  return (
    <>
      <PageHead
        title={`${title} — ${creator.displayName}`}
        description={teaser === '' ? t`Пост автора ${creator.displayName}` : teaser}
        image={`/og/${creator.userName}.png`}
        type="article"
        noIndex={!isOpen}
      />
      <Stack className={classes.page} gap={20} fit style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PostArticle
          key={id}
          post={post}
          content={post.content}
          isGuarded={!isOpen}
          author={creator.displayName}
          locked={
            <UntilKnown own={own}>
              <JoinToRead
                userName={creator.userName}
                post={post}
                currency={currency}
                isMember={post.isMember}
                signIn={signIn}
              />
            </UntilKnown>
          }
          heading={
            <>
              <Row className={classes.ways} gap={16} rowGap={4} size={14}>
                <Link to={`/${creator.userName}/posts`}>
                  <Trans>Все посты</Trans>
                </Link>
              </Row>
              <PageTitle>{title}</PageTitle>
              <HidingWords {...post} />
            </>
          }
        />
        {post.isOwn && post.hiding !== 'removed' && (
          <p>
            <LinkButton to={`/profile/members/posts/${id}`} look="quiet">
              <Trans>Изменить</Trans>
            </LinkButton>
          </p>
        )}
      </Stack>
    </>
  );
}
