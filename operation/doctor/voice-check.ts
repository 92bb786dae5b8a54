import { OwnVoice } from '#app/widgets/voice/own-voice.server.ts';
import { VoiceService } from '#app/widgets/voice/voice-service.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Check } from './examine.ts';

const words = { text: 'Проверка голоса', language: 'ru', rate: 1 } as const;
const answerMilliseconds = 10_000;

/** What a failed request says in its cause: a port that is closed, a redirect. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return `${message} (${cause.message || code})`;
}

/** Has two words said by the server, and by the operator's service where there is one. */
export function checkVoice({ VOICE_URL: url, VOICE_KEY: key }: Pick<Config, 'VOICE_URL' | 'VOICE_KEY'>): Check {
  return async () => {
    if (url === 'off')
      return { note: 'the server has no voice: alerts are read by the browser, and OBS often has none' };
    const own = new OwnVoice({ timeoutMilliseconds: answerMilliseconds });
    try {
      await own.speak(words);
    } catch (error) {
      throw new Error('the built-in voice says nothing: install the packages again with npm ci', { cause: error });
    } finally {
      await own.close();
    }
    if (url === undefined) return 'the built-in voice speaks';
    // What follows the path may be a secret.
    const { origin, pathname } = new URL(url);
    const place = `${origin}${pathname}`;
    const service = new VoiceService({ url, key, timeoutMilliseconds: answerMilliseconds });
    const { mediaType } = await service.speak(words).catch((error: unknown) => {
      throw new Error(`VOICE_URL: ${reasonOf(error)}: look at the service at ${place}, or unset it`, { cause: error });
    });
    return `${place} speaks (${mediaType})`;
  };
}
