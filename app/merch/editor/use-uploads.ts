import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { largestImageBytes } from '#app/images/image-choices.ts';
import { uploadPicture } from '#app/images/upload-picture.ts';
import { isCallFailure } from '#base/calls/errors.ts';

/** A picture that is being uploaded, or whose upload failed. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  /** From 0 to 1. */
  readonly part: number;
  readonly fault: string | null;
}

/**
 * Uploads pictures of products, several at a time, each with its progress; a failed upload can be repeated. `onUploaded` is that of the
 * render in which the upload began.
 */
export function useUploads(onUploaded: (name: string) => void) {
  const { t } = useLingui();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const one of current.values()) one.abort();
    };
  }, []);

  const update = (key: string, part: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    setUploads((before) => before.filter((one) => one.key !== key));
  };

  const send = async (key: string, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    update(key, { part: 0, fault: null });
    try {
      const onProgress = (part: number) => update(key, { part });
      const name = await uploadPicture({ file, type: 'Product', onProgress, signal: controller.signal });
      onUploaded(name);
      drop(key);
    } catch (error) {
      running.current.delete(key);
      if (isCallFailure(error)) update(key, { fault: error.message });
      else if (!controller.signal.aborted) throw error;
    }
  };

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const key = crypto.randomUUID();
      const isTooLarge = file.size > largestImageBytes;
      const fault = isTooLarge ? t`Файл больше 10 МБ` : null;
      setUploads((before) => [...before, { key, file, part: 0, fault }]);
      if (!isTooLarge) void send(key, file);
    }
  };

  return { uploads, add, drop, again: ({ key, file }: Upload) => void send(key, file) };
}
