import type { SpeechLanguage } from './speech-language.ts';
import { uzbekNumber, uzbekOrdinal } from './uzbek-numbers.ts';

/** A number with spaces between its thousands: the voice begins a new one after each. */
const groupedNumber = /(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)/g;

/** Longer ones are no sums: phones and cards are said by their digits. */
const uzbekDigits = /(?<!\d)\d{1,12}(?!\d)(-(?=\p{L}))?/gu;

const inUzbek = (text: string) =>
  text.replace(uzbekDigits, (found, hyphen: string | undefined) => {
    const number = Number.parseInt(found, 10);
    return hyphen === undefined ? uzbekNumber(number) : `${uzbekOrdinal(number)} `;
  });

/** What is written as the voice should say it: no masks, of links the site alone, and numbers that it reads as such. */
export function saidText(text: string, language: SpeechLanguage): string {
  const said = text
    .replace(/\*+/g, '…')
    .replace(/https?:\/\/(?:www\.)?([^\s/?#]+)\S*/gi, '$1')
    .replace(groupedNumber, (number) => number.replace(/\D/g, ''));
  if (language === 'uz') return inUzbek(said);
  return language === 'ru' ? said.replace(/(\d+)-й (месяц)/g, '$2 $1') : said;
}
