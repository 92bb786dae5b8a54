import { useLingui } from '@lingui/react/macro';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './video-player.module.css';

interface VideoPlayerProps {
  /** The path of a page of this site that frames the video. */
  readonly path: string;
  /** Drawn behind the button. */
  readonly cover?: ReactNode;
  /** What the video is called; null: that is not known. */
  readonly title?: string | null;
  /** The words of the button. */
  readonly children: ReactNode;
}

/** A video of a creator. Nothing of the other site is loaded before a tap. */
export function VideoPlayer({ path, cover, title = null, children }: VideoPlayerProps) {
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
  const icon = <IconPlayerPlayFilled size={28} aria-hidden />;
  return (
    <button type="button" className={classes.video} onClick={() => setPlaying(true)}>
      {cover}
      {title === null ? (
        <span className={classes.words}>
          {icon}
          {children}
        </span>
      ) : (
        <>
          <span className={classes.sign}>{icon}</span>
          <span className={`${classes.words} ${classes.titled}`}>
            <span className={classes.title} dir="auto">
              {title}
            </span>
            <span>{children}</span>
          </span>
        </>
      )}
    </button>
  );
}
