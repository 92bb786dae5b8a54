import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { PostAudio } from '../reading/post-audio.tsx';
import { AudioProgress, useSizeText } from './audio-progress.tsx';
import { FilePart } from './file-part.tsx';
import classes from './post-audio-field.module.css';
import { useAudioUpload } from './use-audio-upload.ts';
import type { PostFormState } from './use-post-form.ts';

/** The audio file of a post: chosen or dropped, replaced, removed. Its box is of one height, whatever it shows. */
export function PostAudioField({ form }: { readonly form: PostFormState }) {
  const { t } = useLingui();
  const words = useId();
  const input = useRef<HTMLInputElement>(null);
  const choosing = useRef<HTMLButtonElement>(null);
  const sizeText = useSizeText();
  const { sent, fault, send, stop, forget } = useAudioUpload(form);
  const { draft, fields, change } = form;
  const { audio } = draft;
  const said = fault ?? fields.audio;

  function remove() {
    change({ audio: null });
    forget();
    choosing.current?.focus();
  }

  return (
    <FilePart title={<Trans>Аудио</Trans>} onFiles={([file]) => file && send(file)}>
      <div className={classes.shown}>
        {sent !== null && <AudioProgress sent={sent} />}
        {sent === null && audio === null && (
          <p className={classes.dim}>
            <Trans>Песню, выпуск или разговор слушают прямо в посте.</Trans>{' '}
            <span className={classes.byMouse}>
              <Trans>Файл можно перетащить сюда.</Trans>
            </span>
          </p>
        )}
        {audio !== null && (
          // Stays what it was where the file in its place is refused.
          <div key={audio.name} hidden={sent !== null}>
            <PostAudio audio={audio} postId={form.saved?.id ?? null} isGuarded title={draft.title} author="" />
          </div>
        )}
      </div>
      <div className={classes.acts}>
        <Row gap={16} align="center">
          {/* One button, so that it keeps the focus when the upload begins and ends. */}
          <ActionButton
            ref={choosing}
            look="quiet"
            aria-describedby={words}
            onClick={() => (sent === null ? input.current?.click() : stop())}
          >
            {sent !== null && <Trans>Прервать загрузку</Trans>}
            {sent === null && (audio === null ? <Trans>Добавить аудио</Trans> : <Trans>Заменить аудио</Trans>)}
          </ActionButton>
          {sent === null && audio !== null && (
            <TextButton onClick={remove}>
              <Trans>Убрать аудио</Trans>
            </TextButton>
          )}
        </Row>
        <div id={words}>
          <FaultLine>{said}</FaultLine>
          {said === undefined && sent === null && (
            <p className={classes.dim}>
              {audio === null ? <Trans>MP3, M4A или Ogg, до 100 МБ и трёх часов</Trans> : sizeText(audio.bytes)}
            </p>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="audio/mpeg,audio/mp4,audio/x-m4a,audio/ogg,.mp3,.m4a,.ogg,.opus"
        aria-label={t`Аудиофайл`}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) send(file);
          currentTarget.value = '';
        }}
      />
    </FilePart>
  );
}
