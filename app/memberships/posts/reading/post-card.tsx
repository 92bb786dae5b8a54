import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import type { PostHead } from '../shown-post.ts';
import { PostAudience } from './post-audience.tsx';
import classes from './post-card.module.css';
import { PostMarks } from './post-marks.tsx';
import { PostThumb } from './post-thumb.tsx';

interface PostCardProps {
  readonly userName: string;
  readonly post: PostHead;
  /** The name of one that the reader may see, to stand beside the words. */
  readonly picture?: string | null;
  /** Above the title: whose post it is. */
  readonly author?: ReactNode;
  /** Below the teaser. */
  readonly children?: ReactNode;
}

/** A post of a list with title, day and teaser, and a link to the whole. */
export function PostCard({ userName, post, picture = null, author, children }: PostCardProps) {
  const dateText = useDateText();
  const { id, title, teaser, audience, level, publishedAt } = post;
  return (
    <Row as="li" className={classes.post} gap={16} align="start" nowrap card>
      <Stack className={classes.words} gap={8} fit shrinks>
        {author}
        <h2 className={classes.title}>
          <Link to={`/${userName}/posts/${id}`}>{title}</Link>
        </h2>
        <Row gap={12} rowGap={4} size={14} align="center" dim>
          {publishedAt !== null && <time dateTime={publishedAt}>{dateText(publishedAt, { date: 'long' })}</time>}
          <PostAudience audience={audience} level={level} />
          <PostMarks post={post} />
        </Row>
        {teaser !== '' && <p className={classes.teaser}>{teaser}</p>}
        {children}
      </Stack>
      {picture !== null && <PostThumb name={picture} />}
    </Row>
  );
}
