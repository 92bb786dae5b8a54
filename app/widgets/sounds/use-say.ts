import { useEffect, useRef } from 'react';
import { call } from '#app/call.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import { AlertAudio } from './alert-sound.ts';
import { hasVoice, readAloud } from './alert-voice.ts';
import { loadSpeech } from './server-voice.ts';

const askMilliseconds = 4_000;

type Asked = Pick<ShownAlertSettings, 'speaker' | 'voiceName' | 'voiceRate'>;

/** What the server says of a text where the widget would play that; null: the browser reads it. Throws `CallFailure`. */
async function serverSpeech(text: string, { speaker, voiceName, voiceRate: rate }: Asked) {
  const signal = AbortSignal.timeout(askMilliseconds);
  const speech = await call('POST Widget/Speech', { body: { text, rate } }, { signal });
  const isPlayed = speech !== null && (speaker === 'server' || !hasVoice(voiceName, speech.language));
  return isPlayed ? loadSpeech(speech.name) : null;
}

/** Reads a sample aloud like the widget; stops when the screen is left. `failure`: why the server did not say it. */
export function useSay(hasServerVoice: boolean) {
  const stop = useRef<AbortController>(null);
  const audio = useRef<AlertAudio>(null);
  const { isBusy, failure, run } = useAction();
  useEffect(
    () => () => {
      stop.current?.abort();
      audio.current?.close();
      audio.current = null;
    },
    [],
  );

  async function say(text: string, settings: ShownAlertSettings): Promise<void> {
    const { volume, voiceName, voiceRate: rate } = settings;
    if (text === '' || volume === 0) return;
    stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    audio.current ??= new AlertAudio(() => undefined);
    // With this voice at hand no widget asks the server.
    const isOwn = settings.speaker === 'browser' && hasVoice(voiceName);
    const speech = hasServerVoice && !isOwn ? await run(() => serverSpeech(text, settings)) : null;
    if (speech && (await audio.current?.say(speech, volume, signal))) return;
    if (!signal.aborted) await readAloud({ text, volume, voiceName, rate }, signal);
  }

  return { isBusy, failure, say: (text: string, settings: ShownAlertSettings) => void say(text, settings) };
}
