import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { failures } from '#base/calls/errors.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { largestAudioBytes } from '../post-limits.ts';
import { PostAudio } from '../reading/post-audio.tsx';
import { rememberUpload } from '../reading/uploaded-here.ts';
import classes from './post-form.module.css';
import { uploadAudio } from './upload-audio.ts';
import type { PostFormState } from './use-post-form.ts';

const megabyte = 1024 * 1024;

/** The audio file of a post. */
export function PostAudioField({ form }: { readonly form: PostFormState }) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const fault = useId();
  const choosing = useRef<HTMLButtonElement>(null);
  const upload = useRef<AbortController>(null);
  const [part, setPart] = useState(0);
  const { isBusy, failure, act, forget } = useAction();
  const { draft, fields, change, whileUploading } = form;
  const { audio } = draft;

  useEffect(() => () => upload.current?.abort(), []);

  async function send(file: File) {
    const message = t`Файл больше 100 МБ. Сожмите его или разделите на части`;
    if (file.size === 0) throw failures.validationFailed({ message: t`Файл пустой. Выберите другой` });
    if (file.size > largestAudioBytes) throw failures.payloadTooLarge({ message });
    setPart(0);
    const leaving = new AbortController();
    const { signal } = leaving;
    upload.current = leaving;
    try {
      const uploaded = await uploadAudio({ file, onProgress: setPart, signal });
      rememberUpload(uploaded.name, file);
      change({ audio: uploaded });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  function remove() {
    change({ audio: null });
    forget();
    choosing.current?.focus();
  }

  function sizeText(bytes: number): string {
    const number = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 1 });
    const kilobytes = Math.ceil(bytes / 1024);
    return bytes < megabyte ? t`${kilobytes} КБ` : t`${number.format(bytes / megabyte)} МБ`;
  }

  const said = failure?.message ?? fields.audio;
  return (
    <Stack gap={12} fit>
      <div className={classes.audio}>
        {audio !== null && (
          <PostAudio
            key={audio.name}
            audio={audio}
            postId={form.saved?.id ?? null}
            isGuarded
            title={draft.title}
            author=""
          />
        )}
        {isBusy && (
          <Row gap={12} size={14} align="center">
            <progress className={classes.progress} value={part} aria-label={t`Загрузка аудио`} />
            <span>{part < 1 ? t`Загружаем… ${Math.floor(part * 100)} %` : t`Проверяем…`}</span>
          </Row>
        )}
        {!isBusy && audio === null && said === undefined && (
          <span className={classes.limits}>
            <Trans>MP3, M4A или Ogg, до 100 МБ и трёх часов</Trans>
          </span>
        )}
        {!isBusy && audio !== null && (
          <Row gap={12} size={14} justify="between" align="center">
            <span className={classes.limits}>{sizeText(audio.bytes)}</span>
            <TextButton onClick={remove}>
              <Trans>Убрать аудио</Trans>
            </TextButton>
          </Row>
        )}
        <div id={fault}>
          <FaultLine>{said}</FaultLine>
        </div>
      </div>
      <Row gap={12} rowGap={8} align="center">
        {/* One button, so that it keeps the focus when the upload begins and ends. */}
        <ActionButton
          ref={choosing}
          look="quiet"
          aria-describedby={said === undefined ? undefined : fault}
          onClick={() => (isBusy ? upload.current?.abort() : input.current?.click())}
        >
          {isBusy && <Trans>Прервать загрузку</Trans>}
          {!isBusy && (audio === null ? <Trans>Добавить аудио</Trans> : <Trans>Заменить аудио</Trans>)}
        </ActionButton>
        <input
          ref={input}
          type="file"
          accept="audio/mpeg,audio/mp4,audio/x-m4a,audio/ogg,.mp3,.m4a,.ogg,.opus"
          aria-label={t`Аудиофайл`}
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void whileUploading(() => act(() => send(file)));
            currentTarget.value = '';
          }}
        />
      </Row>
    </Stack>
  );
}
