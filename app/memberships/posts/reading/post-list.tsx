import { Link } from 'react-router';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import type { PostHead } from '../shown-post.ts';
import { AudioMark } from './audio-mark.tsx';
import { PostAudience } from './post-audience.tsx';
import classes from './post-list.module.css';

interface PostListProps {
  readonly userName: string;
  readonly posts: readonly PostHead[];
}

/** Posts with title, day and teaser, each with a link to the whole. */
export function PostList({ userName, posts }: PostListProps) {
  const dateText = useDateText();
  return (
    <Stack as="ul" gap={12} fit>
      {posts.map(({ id, title, teaser, audience, level, publishedAt, audioSeconds }) => (
        <Stack key={id} as="li" className={classes.post} gap={8} card fit>
          <h2 className={classes.title}>
            <Link to={`/${userName}/posts/${id}`}>{title}</Link>
          </h2>
          <Row gap={12} rowGap={4} size={14} align="center" dim>
            {publishedAt !== null && <time dateTime={publishedAt}>{dateText(publishedAt, { date: 'long' })}</time>}
            <PostAudience audience={audience} level={level} />
            {audioSeconds !== null && <AudioMark seconds={audioSeconds} />}
          </Row>
          {teaser !== '' && <p className={classes.teaser}>{teaser}</p>}
        </Stack>
      ))}
    </Stack>
  );
}
