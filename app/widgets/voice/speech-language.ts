import type { Locale } from '#base/text/locales.ts';

/** The languages that the server's voice speaks. */
export type SpeechLanguage = Locale | 'kk';

const countOf = (text: string, letters: RegExp) => text.match(letters)?.length ?? 0;

/** Letters that Russian does not have: of Uzbek, and of Kazakh without those that Uzbek has too. */
const uzbekCyrillic = /[ўҳ]/i;
const kazakhCyrillic = /[әғқңөұүһі]/i;

/** `oʻ` and `gʻ` with any of the signs that people type for the comma, and `q` without the `u` of English. */
const uzbekLatin = /[og][ʻʼ‘’'`]|q(?!u)|\b(?:va|uchun|bilan|rahmat|salom|juda|yaxshi|zoʻr)\b/i;

/**
 * The language of a text by its letters, as far as the voice needs it: of the script that has more letters; a text without any is in the language
 * of the page. Latin without a sign of Uzbek is Uzbek on a page in Uzbek alone.
 */
export function languageOf(text: string, page: Locale): SpeechLanguage {
  const cyrillic = countOf(text, /\p{Script=Cyrillic}/gu);
  const latin = countOf(text, /\p{Script=Latin}/gu);
  if (cyrillic === 0 && latin === 0) return page;
  if (cyrillic >= latin) {
    if (uzbekCyrillic.test(text)) return 'uz';
    return kazakhCyrillic.test(text) ? 'kk' : 'ru';
  }
  return page === 'uz' || uzbekLatin.test(text) ? 'uz' : 'en';
}
