import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { failures, faultOf } from '#base/calls/errors.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { AlertAudio } from './alert-sound.ts';
import { soundOfFile, UnreadableSound } from './make-sound.ts';
import type { soundsCalls } from './sounds.calls.ts';

/** An uploaded sound, as the server lists it. */
type OwnSound = CallAnswer<typeof soundsCalls.uploadSound>;

/** The creator's uploaded sounds in the cabinet, to play, add and remove. */
export interface OwnSounds {
  readonly sounds: readonly OwnSound[];
  readonly isBusy: boolean;
  /** The last failure, in words. */
  readonly fault: string | null;
  play(sound: string, volume: number): void;
  /** Returns the name of the new sound, or null on failure. */
  add(file: File): Promise<string | null>;
  remove(name: string): Promise<void>;
}

const titleOf = (file: File) =>
  file.name
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 60) || 'Звук';

export function useOwnSounds(initial: readonly OwnSound[]): OwnSounds {
  const { t } = useLingui();
  const [sounds, setSounds] = useState(initial);
  const { isBusy, failure, run } = useAction();
  const audio = useRef<AlertAudio>(null);
  const playing = useRef<AbortController>(null);

  useEffect(
    () => () => {
      playing.current?.abort();
      audio.current?.close();
      audio.current = null;
    },
    [],
  );

  const read = (file: File) =>
    soundOfFile(file).catch((error: unknown) => {
      const message = t`Браузер не смог прочитать этот файл. Подойдут MP3, OGG, WAV и M4A`;
      throw error instanceof UnreadableSound ? failures.validationFailed({ message }) : error;
    });

  return {
    sounds,
    isBusy,
    fault: failure && faultOf(failure),
    play(sound, volume) {
      playing.current?.abort();
      playing.current = new AbortController();
      audio.current ??= new AlertAudio(() => undefined);
      void audio.current.play(sound, volume, playing.current.signal);
    },
    add: (file) =>
      run(async () => {
        const form = new FormData();
        form.set('title', titleOf(file));
        form.set('file', await read(file), 'sound.wav');
        const sound = await call('POST Widget/Sounds', {}, { form });
        setSounds((all) => [...all, sound]);
        return sound.name;
      }),
    async remove(name) {
      await run(async () => {
        await call('DELETE Widget/Sounds', { query: { name } });
        setSounds((all) => all.filter((sound) => sound.name !== name));
      });
    },
  };
}
