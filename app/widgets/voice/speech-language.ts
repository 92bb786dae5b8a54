import type { Locale } from '#base/text/locales.ts';

/** The languages that the server's voice speaks. */
export type SpeechLanguage = Locale | 'kk';

const countOf = (text: string, found: RegExp) => text.match(found)?.length ?? 0;

/** `oʻ` and `gʻ` with the signs that are typed for the comma, but not `dog's` and `o'clock`; and `q` without the `u` of English. */
const uzbekSigns = /[og][ʻʼ‘]|[og]['’`](?=\p{L})(?!(?:s|d|ll|ve|re|n|er|clock)(?!\p{L}))|q(?!u)/giu;
const uzbekWords =
  /\b(?:uchun|bilan|rahmat|raxmat|salom|assalomu|juda|yaxshi|zor|efir|strim|aka|uka|opa|katta|lekin|siz|biz|bu|nima|qanday|kerak|boldi|bor)\b/gi;
const englishWords =
  /\b(?:the|you|your|and|is|are|it|my|for|of|to|this|that|what|have|thanks?|hello|hi|hey|there|love|good|great|nice|stream|let's)\b/gi;

/** The language of a text in Cyrillic by the letters that Russian does not have; Kazakh has `ы`, which Uzbek does not. */
function ofCyrillic(text: string): SpeechLanguage {
  if (/[ўҳ]/i.test(text)) return 'uz';
  if (/[әңөұүһ]/i.test(text)) return 'kk';
  if (!/[қғ]/i.test(text)) return 'ru';
  return /[ыі]/i.test(text) ? 'kk' : 'uz';
}

/**
 * The language of a text by its letters, as far as the voice needs it; a text without any is in the language of the page. The Uzbek voice
 * reads both scripts and the Russian one English words, but the English one spells Cyrillic: what is English in part is said in Russian.
 */
export function languageOf(text: string, page: Locale): SpeechLanguage {
  const cyrillic = countOf(text, /\p{Script=Cyrillic}/gu);
  const latin = countOf(text, /\p{Script=Latin}/gu);
  if (cyrillic === 0 && latin === 0) return page;
  if (cyrillic >= latin) return ofCyrillic(text);
  const uzbek = countOf(text, uzbekSigns) + countOf(text, uzbekWords);
  const english = countOf(text, englishWords);
  if (uzbek > english || (uzbek === english && page === 'uz')) return 'uz';
  return cyrillic > 0 ? ofCyrillic(text) : 'en';
}
