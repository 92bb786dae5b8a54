import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { PostContent } from '../shown-post.ts';
import classes from './post-article.module.css';

/** The video of a post: nothing of another site is loaded before a tap. A site that cannot be framed gets a link. */
export function PostVideo({ video: { url, player } }: { readonly video: NonNullable<PostContent['video']> }) {
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(false);
  if (player === null)
    return (
      <p className={classes.link}>
        <a href={url} rel="noopener nofollow">
          {url}
        </a>
      </p>
    );
  if (isPlaying)
    return (
      <iframe
        ref={(frame) => frame?.focus()}
        className={classes.video}
        src={player}
        title={t`Видео автора`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      />
    );
  return (
    <button type="button" className={classes.video} onClick={() => setPlaying(true)}>
      <IconPlayerPlayFilled size={28} aria-hidden />
      <Trans>Смотреть видео</Trans>
    </button>
  );
}
