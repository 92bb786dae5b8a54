import onestCyrillic from '@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url';
import onestLatin from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url';
import unboundedCyrillic from '@fontsource-variable/unbounded/files/unbounded-cyrillic-wght-normal.woff2?url';

/** Fonts for the first paint of a Russian page; others load when needed. */
export const fontPreloads: readonly string[] = [onestCyrillic, onestLatin, unboundedCyrillic];
