import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextButton } from '#base/ui/page/text-button.tsx';
import classes from './attended-audio.module.css';
import { AudioFaultNote } from './audio-fault.tsx';
import { useLoading } from './audio-loading.ts';
import { clockText, usePlace } from './audio-places.ts';
import { type AudioFault, listen } from './listening.ts';

interface AttendedAudioProps {
  readonly player: HTMLAudioElement;
  /** Of the file. */
  readonly name: string;
  /** Null: it is not saved. */
  readonly postId: string | null;
  /** An address has to be asked for: a player sends no token. */
  readonly isAsked: boolean;
  readonly title: string;
  readonly author: string;
}

/** Attends a player: it goes on where it was left, says that it loads, and why it does not play. */
export function AttendedAudio({ player, name, postId, isAsked, title, author }: AttendedAudioProps) {
  const [attempt, setAttempt] = useState(0);
  const [fault, setFault] = useState<AudioFault | null>(null);
  const reached = useRef(0);
  const place = usePlace(player, name);
  const isLoading = useLoading(player);
  // A title that is being written does not begin the player anew.
  const shown = useEffectEvent(() => ({ title, author }));

  useEffect(() => {
    setFault(null);
    const leaving = new AbortController();
    listen(
      { player, name, postId, isAsked, isAgain: attempt > 0, reached, ...shown(), onFault: setFault },
      leaving.signal,
    );
    return () => leaving.abort();
  }, [player, name, postId, isAsked, attempt]);

  function retry() {
    player.focus();
    setAttempt(attempt + 1);
  }

  return (
    <>
      <p role="status" className={classes.state}>
        {isLoading && fault === null && <Trans>Загружаем…</Trans>}
        {!isLoading && place > 0 && <Trans>Дальше с {clockText(place)}</Trans>}
      </p>
      {fault !== null && (
        <AudioFaultNote>
          <span>
            <FaultWords fault={fault} />
          </span>
          {fault === 'lost' && (
            <TextButton onClick={retry}>
              <Trans>Попробовать ещё раз</Trans>
            </TextButton>
          )}
          {fault === 'changed' && (
            <TextButton onClick={() => location.reload()}>
              <Trans>Загрузить пост заново</Trans>
            </TextButton>
          )}
        </AudioFaultNote>
      )}
    </>
  );
}

function FaultWords({ fault }: { readonly fault: AudioFault }) {
  if (fault === 'closed') return <Trans>Этот пост вам больше не открыт</Trans>;
  if (fault === 'gone') return <Trans>Этот пост скрыли или удалили</Trans>;
  if (fault === 'changed') return <Trans>Аудио в этом посте изменилось</Trans>;
  if (fault === 'unplayable') return <Trans>Этот браузер не умеет играть такое аудио</Trans>;
  return <Trans>Аудио не загрузилось. Когда появится связь, попробуем сами</Trans>;
}
