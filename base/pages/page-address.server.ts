import type { IncomingMessage } from 'node:http';
import { type Locale, localeInCookies, localeInSearch } from '#base/text/locales.ts';
import { readerLocale } from './accept-language.server.ts';

/** The address of a page in normal form: every guest gets the same page for it. */
export interface PageAddress {
  readonly path: string;
  /** The query parameters that the page uses, sorted, each once. Empty or with the question mark. */
  readonly search: string;
  readonly locale: Locale;
  /** Whether the address names the language, so that the page is the same for every visitor. */
  readonly namesLocale: boolean;
  /** A widget's address, which has a key. */
  readonly widget: boolean;
  /** An overlay page in a streaming program, which does not retry by itself. */
  readonly onStream: boolean;
  /** The cache key. */
  readonly key: string;
}

/** The query parameters that the page of a path uses; undefined: no route has the path. */
export type ParametersOf = (path: string) => readonly string[] | undefined;

const longest = 2_000;
const notPages = ['/api', '/assets', '/health', '/metrics', '/socket.io'];

/** Whether a path belongs to pages, not to calls, built files, monitoring or sockets. */
export function isPagePath(path: string): boolean {
  return !notPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

/** The path of a URL without its query. */
export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** A widget has the chosen language or Russian, never the streaming program's: viewers see it. */
function localeOf({ headers }: IncomingMessage, widget: boolean): Locale {
  return widget ? (localeInCookies(headers.cookie ?? '') ?? 'ru') : readerLocale(headers);
}

/** Normalises the query. Other parameters, such as tracking marks, are dropped and make no separate cache entries. */
function shownSearch(search: string, names: readonly string[]): string {
  const given = new URLSearchParams(search);
  const shown = names.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  const named = localeInSearch(search);
  if (named !== undefined) shown.push(['lang', named]);
  return shown.length === 0 ? '' : `?${new URLSearchParams(shown.toSorted()).toString()}`;
}

/** Reads the page address of a request; undefined if it is not a page's or malformed. */
export function readPageAddress(request: IncomingMessage, parametersOf: ParametersOf): PageAddress | undefined {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (url.length > longest || !path.startsWith('/') || path.startsWith('//') || !isPagePath(path)) return undefined;
  // The database refuses text with a NUL.
  if (url.includes('%00')) return undefined;
  const names = parametersOf(path);
  const widget = path.startsWith('/widgets/');
  // A widget's query has its secret key, which must not reach rendering, cache or log.
  const search = mark < 0 || widget ? '' : shownSearch(url.slice(mark), names ?? []);
  const named = localeInSearch(search);
  const locale = named ?? localeOf(request, widget);
  return {
    path,
    search,
    locale,
    namesLocale: named !== undefined,
    widget,
    onStream: widget && names !== undefined,
    key: `page ${locale} ${path}${search}`,
  };
}

/** Whether a path is valid percent-encoding without a NUL. */
export function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
