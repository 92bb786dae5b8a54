import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { KeysetPages } from '#base/ui/lists/keyset-pages.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { TextLink } from '#base/ui/page/text-button.tsx';
import { PostCard } from '../posts/reading/post-card.tsx';
import type { FeedPost } from '../posts/shown-post.ts';
import { termsAddress } from '../terms-address.ts';
import { NoSupport } from './no-support.tsx';
import classes from './post-feed.module.css';

interface Feed {
  readonly items: readonly FeedPost[];
  readonly next: string | null;
  readonly mutedCreators: number;
  readonly currency: string;
  /** Why there is nothing: nobody is supported, those who are have no posts, or the list ends before this page. */
  readonly emptiness: 'nobody' | 'none' | 'over' | null;
}

/** Reads the page of the feed that an address names. */
export async function readFeed(params: URLSearchParams, signal: AbortSignal): Promise<Feed> {
  const After = placeInAddress(params);
  const [feed, { country }] = await Promise.all([
    call('GET Post/Feed', { query: { After } }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  const known = { ...feed, currency: country.currencyLabel };
  if (feed.items.length > 0) return { ...known, emptiness: null };
  if (After !== undefined) return { ...known, emptiness: 'over' };
  // Those that have not ended come first.
  const { items } = await call('GET Membership/My', { query: { Take: 1 } }, { signal });
  return { ...known, emptiness: items.some(({ state }) => state !== 'Ended') ? 'none' : 'nobody' };
}

/** What the creators that the user supports have published, newest first. */
export function PostFeed({ items, next, mutedCreators, currency, emptiness }: Feed) {
  return (
    <Stack gap={20} fit>
      {mutedCreators > 0 && <MutedWords creators={mutedCreators} />}
      {emptiness === null ? (
        <Stack as="ul" gap={12} fit>
          {items.map((post) => (
            <PostCard
              key={post.id}
              userName={post.creator.userName}
              post={post}
              picture={post.picture}
              author={<Author creator={post.creator} />}
            >
              {!post.mayRead && <ClosedWords post={post} currency={currency} />}
            </PostCard>
          ))}
        </Stack>
      ) : (
        <NoPosts why={emptiness} />
      )}
      <KeysetPages next={next} />
    </Stack>
  );
}

function Author({ creator }: Pick<FeedPost, 'creator'>) {
  return (
    <Link className={classes.author} to={`/${creator.userName}`}>
      <CreatorAvatar creator={creator} size={32} />
      {creator.displayName}
    </Link>
  );
}

/** That creators are left out, and where that is undone. */
function MutedWords({ creators }: { readonly creators: number }) {
  return (
    <Row gap={12} rowGap={0} align="center" size={14} dim>
      <span>
        <Plural
          value={creators}
          one="Посты # автора вы отключили."
          few="Посты # авторов вы отключили."
          many="Посты # авторов вы отключили."
          other="Посты # авторов вы отключили."
        />
      </span>
      <TextLink to="/memberships">
        <Trans>Включить в «Подписках»</Trans>
      </TextLink>
    </Row>
  );
}

interface ClosedWordsProps {
  readonly post: Pick<FeedPost, 'audience' | 'level' | 'creator'>;
  readonly currency: string;
}

/** Why a member may not read a post, and where its level is chosen. */
function ClosedWords({ post: { audience, level, creator }, currency }: ClosedWordsProps) {
  if (level !== null) {
    const { id, name, amount } = level;
    return (
      <Row gap={12} rowGap={0} align="center" size={14} dim>
        <span>
          <Trans>
            Вам пока не открыт: уровень «{name}» стоит <Sum amount={amount} currency={currency} /> в месяц
          </Trans>
        </span>
        <TextLink to={termsAddress(creator.userName, id)}>
          <Trans>Сменить уровень</Trans>
        </TextLink>
      </Row>
    );
  }
  if (audience !== 'level') return null;
  return (
    <p className={classes.closed}>
      <Trans>Вам не открыт: автор убрал этот уровень</Trans>
    </p>
  );
}

function NoPosts({ why }: { readonly why: NonNullable<Feed['emptiness']> }) {
  if (why === 'over') return <EmptyState title={<Trans>Дальше постов нет</Trans>} />;
  if (why === 'none')
    return (
      <EmptyState title={<Trans>Постов пока нет</Trans>}>
        <Trans>Здесь будут посты авторов, у которых вы оплатили месяц и не отключили сообщения и посты.</Trans>
      </EmptyState>
    );
  return (
    <NoSupport>
      <Trans>Подпишитесь на автора, и его новые посты будут здесь.</Trans>
    </NoSupport>
  );
}
