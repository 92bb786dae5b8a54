import type { IncomingHttpHeaders } from 'node:http';
import { bestLocale, type Locale, localeInCookies } from '#base/text/locales.ts';

const known = new Map<string, Locale>();
const mostKnown = 500;

function parse(header: string): Locale {
  const wanted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
    return { tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  const taken = wanted.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return bestLocale(taken.map(({ tag }) => tag));
}

/** The best language for an `Accept-Language` header. Browsers send few different ones, and each is parsed once. */
function acceptedLocale(header: string | undefined): Locale {
  if (header === undefined) return 'ru';
  const found = known.get(header);
  if (found !== undefined) return found;
  const locale = parse(header.slice(0, 500));
  if (known.size < mostKnown && header.length <= 200) known.set(header, locale);
  return locale;
}

/** The language that a visitor has chosen, else the best one for his browser. */
export function readerLocale(headers: IncomingHttpHeaders): Locale {
  return localeInCookies(headers.cookie ?? '') ?? acceptedLocale(headers['accept-language']);
}
