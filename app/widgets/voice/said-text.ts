import type { SpeechLanguage } from './speech-language.ts';
import { uzbekNumber, uzbekOrdinal } from './uzbek-numbers.ts';

/** A number with spaces between its thousands: the voice begins a new one after each. A phone has other groups. */
const spacedNumber = /(?<!\d[ \u00a0\u202f.,]?)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![ \u00a0\u202f]?\d)/g;

/** The same with commas or points, as other voices read it. */
const markedNumber = /(?<!\d[.,]?)\d{1,3}(?:[.,]\d{3})+(?![.,]?\d)/g;

const link = /(?:https?:\/\/)?(?:[\w:.-]+@)?(?:www\.)?((?:[\p{L}\d-]+\.)+\p{L}{2,})(?:[/?#:]\S*)?/giu;

/** Phones and cards, which are said by their digits. */
const noSum = /(?<!\d)(?:\d{11,}|0\d+)(?!\d)/g;

const uzbekDigits = /(?<!\d)\d+(?!\d)(-(?=\p{L}))?/gu;

const digitsOf = (number: string) => number.replace(/\D/g, '');

const apart = (text: string) => text.replace(noSum, (digits) => [...digits].join(' '));

const inUzbek = (text: string) =>
  text.replace(uzbekDigits, (found, hyphen: string | undefined) => {
    const number = Number.parseInt(found, 10);
    return hyphen === undefined ? uzbekNumber(number) : `${uzbekOrdinal(number)} `;
  });

/** What is written as the voice should say it: no masks, of links the site alone, and numbers that it reads as such. */
export function saidText(text: string, language: SpeechLanguage): string {
  const said = text
    .replace(/\*+/g, '…')
    .replace(link, '$1')
    .replace(spacedNumber, digitsOf)
    .replace(/[\u00a0\u202f]/g, ' ');
  if (language === 'uz') return inUzbek(apart(said.replace(markedNumber, digitsOf)));
  return apart(language === 'ru' ? said.replace(/(\d+)-й (месяц)/g, '$2 $1') : said);
}
