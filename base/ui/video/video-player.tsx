import { useLingui } from '@lingui/react/macro';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './video-player.module.css';

interface VideoPlayerProps {
  /** The path of a page of this site that frames the video. */
  readonly path: string;
  /** Drawn behind the button. */
  readonly cover?: ReactNode;
  /** The words of the button. */
  readonly children: ReactNode;
}

/** A video of a creator. Nothing of the other site is loaded before a tap. */
export function VideoPlayer({ path, cover, children }: VideoPlayerProps) {
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying)
    return (
      <iframe
        ref={(frame) => frame?.focus()}
        className={classes.video}
        src={path}
        title={t`Видео автора`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      />
    );
  return (
    <button type="button" className={classes.video} onClick={() => setPlaying(true)}>
      {cover}
      <span className={classes.words}>
        <IconPlayerPlayFilled size={28} aria-hidden />
        {children}
      </span>
    </button>
  );
}
