import { OwnVoice } from '#app/widgets/voice/own-voice.server.ts';
import { VoiceService } from '#app/widgets/voice/voice-service.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Check } from './examine.ts';

const words = { text: 'Проверка голоса', language: 'ru', rate: 1 } as const;
const answerMilliseconds = 10_000;

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
    const service = new VoiceService({ url, key, timeoutMilliseconds: answerMilliseconds });
    const { mediaType } = await service.speak(words).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`VOICE_URL: ${reason}: look at the service at ${url}, or unset it`, { cause: error });
    });
    return `${url} speaks (${mediaType})`;
  };
}
