import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { TextButton } from '#base/ui/page/text-button.tsx';
import type { PostContent } from '../shown-post.ts';
import { AudioMark } from './audio-mark.tsx';
import type { AudioFault } from './listening.ts';
import classes from './post-article.module.css';
import { uploadedHere } from './uploaded-here.ts';

interface PostAudioProps {
  readonly audio: NonNullable<PostContent['audio']>;
  /** It is sent to some listeners alone. */
  readonly isGuarded: boolean;
  readonly title: string;
  /** The name of the creator. */
  readonly author: string;
}

/** The audio of a post, in the player of the browser. Nothing of the file is loaded before somebody listens. */
export function PostAudio({ audio: { name, seconds }, isGuarded, title, author }: PostAudioProps) {
  const { t } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const player = useRef<HTMLAudioElement>(null);
  const [fault, setFault] = useState<AudioFault | null>(null);
  const own = uploadedHere(name);
  const isAsked = isGuarded && own === undefined;

  useEffect(() => {
    if (player.current === null) return;
    setFault(null);
    const leaving = new AbortController();
    const listened = { player: player.current, name, isAsked, isAgain: attempt > 0, title, author, onFault: setFault };
    bring(() => import('./listening.ts')).then(
      ({ listen }) => listen(listened, leaving.signal),
      () => setFault('lost'),
    );
    return () => leaving.abort();
  }, [name, isAsked, title, author, attempt]);

  return (
    <div className={classes.audio}>
      <AudioMark seconds={seconds} />
      <audio
        ref={player}
        controls
        preload="none"
        src={own ?? (isGuarded ? undefined : `/api/Post/Audio?name=${name}`)}
        aria-label={t`Аудио: ${title}`}
      />
      {fault !== null && (
        <p role="alert" className={classes.lost}>
          {fault === 'gone' && <Trans>Этот пост вам больше не открыт</Trans>}
          {fault === 'unplayable' && <Trans>Этот браузер не умеет играть такое аудио</Trans>}
          {fault === 'lost' && <Trans>Аудио не загрузилось. Когда появится связь, попробуем сами</Trans>}{' '}
          {fault === 'lost' && (
            <TextButton onClick={() => setAttempt(attempt + 1)}>
              <Trans>Попробовать ещё раз</Trans>
            </TextButton>
          )}
        </p>
      )}
    </div>
  );
}
