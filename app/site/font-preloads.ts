import onestCyrillic from '#base/ui/theme/fonts/onest-cyrillic.woff2?url';
import onestLatin from '#base/ui/theme/fonts/onest-latin.woff2?url';
import unboundedCyrillic from '#base/ui/theme/fonts/unbounded-cyrillic.woff2?url';
import unboundedLatin from '#base/ui/theme/fonts/unbounded-latin.woff2?url';

/** Fonts for the first paint of a page in a language; others load when needed. */
export function fontPreloads(locale: string): readonly string[] {
  const latin = [onestLatin, unboundedLatin];
  return locale === 'ru' ? [onestCyrillic, unboundedCyrillic, ...latin] : latin;
}
