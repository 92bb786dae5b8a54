import { readFileSync } from 'node:fs';
import { type Locale, locales } from '#base/text/locales.ts';
import { type SitePage, sitePages } from './site-pages.ts';
import type { SiteTexts } from './site-texts-store.server.ts';

const fileOf = (page: SitePage, locale: Locale) => new URL(`./standard/${page}.${locale}.md`, import.meta.url);

function readAll(page: SitePage): SiteTexts {
  const [ru = '', uz = '', en = ''] = locales.map((locale) => readFileSync(fileOf(page, locale), 'utf8').trim());
  return { ru, uz, en };
}

const read = new Map(sitePages.map((page) => [page, readAll(page)] as const));

/** The product's own texts of a page. */
export function standardTexts(page: SitePage): SiteTexts {
  const texts = read.get(page);
  if (texts === undefined) throw new Error(`the page ${page} has no texts`);
  return texts;
}
