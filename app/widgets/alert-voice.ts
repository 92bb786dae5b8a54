const startMilliseconds = 3_000;

/** Reads a text aloud with the browser's own voice. Resolves when it is over, and soon where there is no voice or it does not begin. */
export function readAloud(text: string, volume: number, signal: AbortSignal): Promise<void> {
  const speech = globalThis.speechSynthesis;
  if (speech === undefined || text === '' || volume === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text);
    const finish = () => {
      clearTimeout(timer);
      speech.cancel();
      resolve();
    };
    const timer = setTimeout(finish, startMilliseconds);
    utterance.lang = /[а-яё]/i.test(text) ? 'ru-RU' : 'en-US';
    utterance.volume = volume / 100;
    utterance.onstart = () => clearTimeout(timer);
    utterance.onend = finish;
    utterance.onerror = finish;
    signal.addEventListener('abort', finish);
    speech.speak(utterance);
  });
}
