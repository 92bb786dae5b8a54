import { createHash } from 'node:crypto';
import { type CountryProfile, sumIn } from '#app/country.ts';
import { toMain } from '#base/money/money.ts';
import type { Locale } from '#base/text/locales.ts';
import type { AlertSettings } from '../look/alert-settings-shape.ts';
import { spokenText } from '../look/headline.ts';
import type { LeasedAlert } from '../widget-shapes.ts';
import { donorText } from './donor-words.server.ts';
import { saidText } from './said-text.ts';
import { languageOf, type SpeechLanguage } from './speech-language.ts';

/** An alert as viewers see it, as far as it is read aloud. */
export type SpokenAlert = Pick<
  LeasedAlert,
  'name' | 'amount' | 'message' | 'month' | 'giftedMonths' | 'giftedPieces' | 'digest'
>;

/** What is to be said, and how. */
export interface SpeechWords {
  readonly text: string;
  readonly language: SpeechLanguage;
  /** A multiple of the usual speed. */
  readonly rate: number;
  /** Whether the operator's service is asked first: for creators who chose the server's voice. */
  readonly byService: boolean;
}

/** Nobody says more in the 12 seconds that are played; numbers become longer as words. */
const mostLetters = 400;

/** The words of a text; null: nothing of it can be said. */
export function wordsOf(
  text: string,
  { speaker, voiceRate: rate }: Pick<AlertSettings, 'speaker' | 'voiceRate'>,
  page: Locale,
): SpeechWords | null {
  const written = text.slice(0, mostLetters);
  const language = languageOf(written, page);
  const said = saidText(written, language).slice(0, mostLetters).trim();
  return /[^\s\p{P}]/u.test(said) ? { text: said, language, rate, byService: speaker === 'server' } : null;
}

/** What the page would read aloud of an alert; null: nothing. */
export function alertWords(
  alert: SpokenAlert,
  settings: AlertSettings,
  { country, page }: { readonly country: Pick<CountryProfile, 'currencyNames'>; readonly page: Locale },
): SpeechWords | null {
  if (!settings.readAloud || settings.volume === 0 || alert.digest !== null) return null;
  const text = spokenText(settings.voiceText, {
    name: donorText(alert, page),
    amount: sumIn(country, page)(toMain(alert.amount)),
    message: alert.message ?? '',
  });
  return wordsOf(text, settings, page);
}

/** By what the same words are found again. */
export function hashOfWords({ text, language, rate, byService }: SpeechWords): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([text, language, rate, byService]))
    .digest();
}
