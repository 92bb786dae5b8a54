import type { IncomingMessage } from 'node:http';
import { isLocale, type Locale } from './locales.ts';

/** What is asked for: the same address means the same page for every guest. */
export interface PageAddress {
  readonly path: string;
  /** Sorted, without what other sites append to count their visitors; empty or with the question mark. */
  readonly search: string;
  readonly locale: Locale;
  readonly widget: boolean;
  /** Under this the page is kept. */
  readonly key: string;
}

const longest = 2_000;
const foreign = /^(?:utm_\w*|fbclid|gclid|yclid|ysclid|_openstat)(?:=|$)/;
const notPages = ['/api', '/assets', '/health', '/metrics'];

/** Whether pages answer an address at all; the rest belongs to the calls, the files and the machines that watch over us. */
export function isPagePath(path: string): boolean {
  return !notPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** The path of a request line, without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

function localeOf(cookies: string | undefined): Locale {
  if (cookies === undefined) return 'ru';
  const chosen = /(?:^|;\s*)lang=(\w+)/.exec(cookies)?.[1];
  return isLocale(chosen) ? chosen : 'ru';
}

function sortedSearch(url: string, from: number): string {
  const kept = url
    .slice(from + 1)
    .split('&')
    .filter((pair) => pair !== '' && !foreign.test(pair))
    .sort();
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** Reads what page a request asks for; nothing where pages do not answer, or where the address cannot be one. */
export function readPageAddress(request: IncomingMessage): PageAddress | undefined {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (url.length > longest || !path.startsWith('/') || path.startsWith('//') || !isPagePath(path)) return undefined;
  // A NUL is in nothing that could be found, and the database refuses to look for it.
  if (url.includes('%00')) return undefined;
  const widget = path.startsWith('/widgets/');
  // A widget's address holds its secret key: it never reaches the render, the cache or a log from here.
  const search = mark < 0 || widget ? '' : sortedSearch(url, mark);
  const locale = localeOf(request.headers.cookie);
  return { path, search, locale, widget, key: `page ${locale} ${path}${search}` };
}

/** Whether a path is well-formed percent-encoding without a NUL. */
export function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
