import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { TextButton } from '#base/ui/page/text-button.tsx';
import type { PostContent } from '../shown-post.ts';
import type { AttendedAudio } from './attended-audio.tsx';
import { AudioFaultNote } from './audio-fault.tsx';
import { AudioMark } from './audio-mark.tsx';
import classes from './post-article.module.css';
import { uploadedHere } from './uploaded-here.ts';

interface PostAudioProps {
  readonly audio: NonNullable<PostContent['audio']>;
  /** Null: it is not saved. */
  readonly postId: string | null;
  /** It is sent to some listeners alone. */
  readonly isGuarded: boolean;
  readonly title: string;
  /** The name of the creator. */
  readonly author: string;
}

/** The audio of a post, in the player of the browser. Nothing of the file is loaded before somebody listens. */
export function PostAudio({ audio: { name, seconds }, postId, isGuarded, title, author }: PostAudioProps) {
  const { t } = useLingui();
  const [player, setPlayer] = useState<HTMLAudioElement | null>(null);
  const [Attended, setAttended] = useState<typeof AttendedAudio | null>(null);
  const [isLost, setLost] = useState(false);
  const own = uploadedHere(name);
  const isAsked = isGuarded && own === undefined;

  useEffect(() => {
    bring(() => import('./attended-audio.tsx')).then(
      (part) => setAttended(() => part.AttendedAudio),
      () => setLost(true),
    );
  }, []);

  return (
    <div className={classes.audio}>
      <AudioMark seconds={seconds} />
      <audio
        ref={setPlayer}
        controls
        preload="none"
        src={own ?? (isGuarded ? undefined : `/api/Post/Audio?name=${name}`)}
        aria-label={t`Аудио: ${title}`}
      />
      {Attended !== null && player !== null && (
        <Attended player={player} name={name} postId={postId} isAsked={isAsked} title={title} author={author} />
      )}
      {isLost && isAsked && (
        <AudioFaultNote>
          <span>
            <Trans>Аудио не загрузилось</Trans>
          </span>
          <TextButton onClick={() => location.reload()}>
            <Trans>Попробовать ещё раз</Trans>
          </TextButton>
        </AudioFaultNote>
      )}
    </div>
  );
}
