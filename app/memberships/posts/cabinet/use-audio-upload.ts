import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { failures } from '#base/calls/errors.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { largestAudioBytes } from '../post-limits.ts';
import { rememberUpload } from '../reading/uploaded-here.ts';
import { uploadAudio } from './upload-audio.ts';
import type { PostFormState } from './use-post-form.ts';

/** A file on its way. */
export interface SentAudio {
  readonly file: File;
  /** From 0 to 1. */
  readonly part: number;
}

/** Uploads the audio of a post, one file at a time. `sent` null: nothing is on its way. */
export function useAudioUpload({ change, whileUploading }: PostFormState) {
  const { t } = useLingui();
  const upload = useRef<AbortController>(null);
  const [sent, setSent] = useState<SentAudio | null>(null);
  /** Another file came while this one was on its way. */
  const [isEarly, setEarly] = useState(false);
  const { failure, act, forget } = useAction();

  useEffect(() => () => upload.current?.abort(), []);

  async function take(file: File) {
    const message = t`Файл больше 100 МБ. Сожмите его или разделите на части`;
    if (file.size === 0) throw failures.validationFailed({ message: t`Файл пустой. Выберите другой` });
    if (file.size > largestAudioBytes) throw failures.payloadTooLarge({ message });
    const leaving = new AbortController();
    const { signal } = leaving;
    upload.current = leaving;
    setSent({ file, part: 0 });
    try {
      const uploaded = await uploadAudio({ file, onProgress: (part) => setSent({ file, part }), signal });
      rememberUpload(uploaded.name, file);
      change({ audio: uploaded });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      setSent(null);
      setEarly(false);
    }
  }

  return {
    sent,
    fault: isEarly ? t`Одно аудио уже загружается. Прервите его, чтобы взять другое` : failure?.message,
    send(file: File) {
      if (sent === null) void whileUploading(() => act(() => take(file)));
      else setEarly(true);
    },
    stop: () => upload.current?.abort(),
    forget,
  };
}
