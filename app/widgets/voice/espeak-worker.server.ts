/** A thread that speaks by eSpeak NG. It may hang or die on a text: whoever started it ends it then (`OwnVoice`). */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import espeak from 'espeak-ng';
import type { OwnVoiceAnswer, OwnVoiceQuestion } from './own-voice.server.ts';

const compiled = readFile(new URL('espeak-ng.wasm', import.meta.resolve('espeak-ng'))).then((bytes) =>
  WebAssembly.compile(bytes),
);

const wordsPerMinute = 175;
const ignore = () => undefined;

/** Two brackets would begin sounds instead of words, and an isolated name has signs without a sound. */
const spoken = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('[', ' ');

/** Speaks with an instance of its own, so that no text leaves anything to the next. The text is a file: it is never read as an option. */
async function speak({ text, language, rate }: OwnVoiceQuestion): Promise<Uint8Array<ArrayBuffer>> {
  const module = await compiled;
  const speed = String(Math.round(wordsPerMinute * rate));
  const instance = await espeak({
    arguments: ['-v', language, '-s', speed, '-b', '1', '-w', 'speech.wav', '-f', 'text'],
    preRun: [({ FS }) => FS.writeFile('text', spoken(text))],
    print: ignore,
    printErr: ignore,
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then((made) => done(made, module));
      return {};
    },
  });
  return instance.FS.readFile('speech.wav');
}

parentPort?.on('message', (question: OwnVoiceQuestion) => {
  const answer = (given: OwnVoiceAnswer) => parentPort?.postMessage(given);
  speak(question).then(answer, () => answer(null));
});
