import { useEffect, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import { AlertAudio } from './alert-sound.ts';
import { hasVoice, readAloud } from './alert-voice.ts';
import { loadSpeech } from './server-voice.ts';

async function serverSpeech(text: string, rate: number): Promise<AudioBuffer | null> {
  const speech = await call('POST Widget/Speech', { body: { text, rate } }).catch(() => null);
  return speech && loadSpeech(speech.name);
}

/** Reads a sample aloud like the widget; stops when the screen is left. */
export function useSay() {
  const stop = useRef<AbortController>(null);
  const audio = useRef<AlertAudio>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(
    () => () => {
      stop.current?.abort();
      audio.current?.close();
      audio.current = null;
    },
    [],
  );

  async function say(text: string, { volume, speaker, voiceName, voiceRate }: ShownAlertSettings): Promise<void> {
    stop.current?.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    audio.current ??= new AlertAudio(() => undefined);
    const isServers = speaker === 'server' || !hasVoice(voiceName, '');
    if (isServers && text !== '' && volume > 0) {
      setBusy(true);
      const speech = await serverSpeech(text, voiceRate);
      setBusy(false);
      if (speech && (await audio.current?.say(speech, volume, signal))) return;
    }
    if (!signal.aborted) await readAloud({ text, volume, voiceName, rate: voiceRate }, signal);
  }

  return { isBusy, say: (text: string, settings: ShownAlertSettings) => void say(text, settings) };
}
