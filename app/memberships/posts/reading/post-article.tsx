import { Trans } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { MarkedText } from '#base/ui/marked-text/marked-text.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { VideoPlayer } from '#base/ui/video/video-player.tsx';
import { termsAddress } from '../../terms-address.ts';
import type { PostContent, PostHead } from '../shown-post.ts';
import classes from './post-article.module.css';
import { PostAudience } from './post-audience.tsx';
import { PostAudio } from './post-audio.tsx';
import { PostMarks } from './post-marks.tsx';
import { PostPictures } from './post-picture.tsx';

/** `id` null: it is not saved. */
export type ShownHead = Omit<PostHead, 'id' | 'mayRead'> & { readonly id: string | null };

interface PostArticleProps {
  readonly post: ShownHead;
  /** Null: for those who may not read it. */
  readonly content: PostContent | null;
  readonly isGuarded: boolean;
  /** The name of the creator. */
  readonly author: string;
  /** What those see who may not read the whole, below the teaser. */
  readonly locked: ReactNode;
  readonly heading: ReactNode;
  /** The level of headings in its text, below the heading. */
  readonly top?: ComponentProps<typeof MarkedText>['top'];
}

/** A post: day, audience, and the whole of it or the teaser. */
export function PostArticle({ post, content, isGuarded, author, locked, heading, top = 2 }: PostArticleProps) {
  const dateText = useDateText();
  const { id, title, teaser, audience, level, publishedAt } = post;
  return (
    <Stack as="article" className={classes.article} gap={16} fit>
      {heading}
      <Row gap={12} rowGap={4} size={14} align="center" dim>
        {publishedAt !== null && <time dateTime={publishedAt}>{dateText(publishedAt, { date: 'long' })}</time>}
        <PostAudience audience={audience} level={level} />
      </Row>
      {content === null ? (
        <>
          {teaser !== '' && <p className={classes.teaser}>{teaser}</p>}
          {locked}
        </>
      ) : (
        <>
          {content.audio !== null && (
            <PostAudio
              key={content.audio.name}
              audio={content.audio}
              postId={id}
              isGuarded={isGuarded}
              title={title}
              author={author}
            />
          )}
          {content.text !== '' && <MarkedText text={content.text} top={top} />}
          <PostPictures pictures={content.pictures} isGuarded={isGuarded} />
          {content.video !== null && <PostVideo video={content.video} />}
        </>
      )}
    </Stack>
  );
}

/** The video of a post. A site that cannot be framed gets a link. */
function PostVideo({ video: { url, player } }: { readonly video: NonNullable<PostContent['video']> }) {
  if (player !== null)
    return (
      <VideoPlayer path={player}>
        <Trans>Смотреть видео</Trans>
      </VideoPlayer>
    );
  return (
    <p className={classes.link}>
      <a href={url} rel="noopener nofollow">
        {url}
      </a>
    </p>
  );
}

interface JoinToReadProps {
  readonly userName: string;
  readonly post: Pick<PostHead, 'audience' | 'level' | 'pictures' | 'hasVideo' | 'audioSeconds'>;
  readonly currency: string;
  /** The reader supports the creator monthly, but that does not open this post. */
  readonly isMember: boolean;
  /** The login, for guests who may be members; null: none is offered. */
  readonly signIn: string | null;
}

/** What the rest of a post holds, and how one gets it. */
export function JoinToRead({ userName, post, currency, isMember, signIn }: JoinToReadProps) {
  const { level, pictures, hasVideo, audioSeconds } = post;
  const name = level?.name;
  return (
    <Stack className={classes.join} gap={12} card fit>
      <b>
        {name === undefined ? (
          <Trans>Весь пост — для подписчиков</Trans>
        ) : (
          <Trans>Весь пост — для подписчиков уровня «{name}» и дороже</Trans>
        )}
      </b>
      {(pictures > 0 || hasVideo || audioSeconds !== null) && (
        <Row gap={12} rowGap={4} size={14} dim>
          <PostMarks post={post} />
        </Row>
      )}
      {level !== null && (
        <span>
          <Trans>
            <Sum amount={level.amount} currency={currency} /> в месяц
          </Trans>
        </span>
      )}
      {isMember ? <OwnSupport userName={userName} post={post} /> : <WayToJoin userName={userName} post={post} />}
      {signIn !== null && (
        <Link className={classes.signIn} to={signIn}>
          <Trans>Уже подписаны? Войдите</Trans>
        </Link>
      )}
    </Stack>
  );
}

/** What a member does to read a post: the month is paid at too cheap a level, or not at all. */
function OwnSupport({ userName, post: { audience, level } }: Pick<JoinToReadProps, 'userName' | 'post'>) {
  if (audience === 'level' && level === null) return <LevelGone />;
  const name = level?.name;
  return (
    <>
      <p>
        {name === undefined ? (
          <Trans>Вы поддерживаете автора, но этот месяц не оплачен. Пост откроется после оплаты.</Trans>
        ) : (
          <Trans>
            Вы поддерживаете автора. Пост откроется, когда будет оплачен месяц на уровне «{name}» или дороже: перейти на
            него можно со следующего списания.
          </Trans>
        )}
      </p>
      <LinkButton look="quiet" to={termsAddress(userName, level?.id)}>
        {name === undefined ? <Trans>Открыть «Мою поддержку»</Trans> : <Trans>Сменить уровень</Trans>}
      </LinkButton>
    </>
  );
}

const LevelGone = () => (
  <p>
    <Trans>Автор убрал уровень, которому открыт этот пост. Подписаться на этот уровень нельзя.</Trans>
  </p>
);

function WayToJoin({ userName, post: { audience, level } }: Pick<JoinToReadProps, 'userName' | 'post'>) {
  if (audience !== 'members' && level === null) return <LevelGone />;
  return (
    <>
      {level === null && (
        <p>
          <Trans>Подойдёт любой уровень или своя сумма каждый месяц.</Trans>
        </p>
      )}
      <LinkButton to={{ pathname: `/${userName}`, search: `level=${level?.id ?? ''}`, hash: 'donation' }}>
        <Trans>Стать подписчиком</Trans>
      </LinkButton>
    </>
  );
}
