const startMilliseconds = 3_000;

/** A text to read aloud, and how. */
export interface Speech {
  readonly text: string;
  /** 0..100. */
  readonly volume: number;
  /** A voice of this browser by name; unknown or empty: the browser's choice. */
  readonly voiceName: string;
  /** A multiple of the usual speed. */
  readonly rate: number;
}

function utteranceOf({ text, volume, voiceName, rate }: Speech, voices: readonly SpeechSynthesisVoice[]) {
  const utterance = new SpeechSynthesisUtterance(text);
  const voice = voices.find(({ name }) => name === voiceName);
  if (voice) utterance.voice = voice;
  utterance.lang = voice?.lang ?? (/[а-яё]/i.test(text) ? 'ru-RU' : 'en-US');
  utterance.volume = volume / 100;
  utterance.rate = rate;
  return utterance;
}

/** Reads a text aloud with the browser's voice. Resolves at the end, and soon where there is no voice or it does not start. */
export function readAloud(said: Speech, signal: AbortSignal): Promise<void> {
  const speech = globalThis.speechSynthesis;
  if (speech === undefined || said.text === '' || said.volume === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const utterance = utteranceOf(said, speech.getVoices());
    const finish = () => {
      clearTimeout(timer);
      speech.cancel();
      resolve();
    };
    const timer = setTimeout(finish, startMilliseconds);
    utterance.onstart = () => clearTimeout(timer);
    utterance.onend = finish;
    utterance.onerror = finish;
    signal.addEventListener('abort', finish);
    speech.speak(utterance);
  });
}

/** Whether the browser has this voice, or any for a language. */
export function hasVoice(voiceName: string, language?: string): boolean {
  const voices = globalThis.speechSynthesis?.getVoices() ?? [];
  return voices.some(
    ({ name, lang }) => name === voiceName || (language !== undefined && lang.toLowerCase().startsWith(language)),
  );
}

/** Makes the browser load its voices, which it does only when first asked for them. */
export function wakeVoices(): void {
  globalThis.speechSynthesis?.getVoices();
}
