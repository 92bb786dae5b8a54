import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { SitePage } from './site-pages.ts';

/** The texts of a page in all languages. */
export type SiteTexts = Readonly<Record<Locale, string>>;

interface VersionRow extends Record<string, unknown> {
  readonly version: string;
  readonly ru: string;
  readonly uz: string;
  readonly en: string;
  readonly savedAt: Date;
}

const newest = statement<VersionRow>(`
  select id::text as version, ru, uz, en, saved_at as "savedAt" from site_text where page = $1 order by id desc limit $2`);

/** Saves of one page happen one after another. */
const lock = statement("select pg_advisory_xact_lock(hashtext('site_text ' || $1))");

const insert = statement('insert into site_text (page, ru, uz, en) values ($1, $2, $3, $4)');

/** The newest versions of a page, newest first; none while it shows the product's own texts. */
export async function readVersions(db: Queryable, page: SitePage, most: number): Promise<readonly VersionRow[]> {
  return db.run(newest, [page, most]);
}

/** The version of the texts that a page shows; `0` before the first save. */
export async function lockTexts(tx: Tx, page: SitePage): Promise<string> {
  await tx.run(lock, [page]);
  return (await readVersions(tx, page, 1))[0]?.version ?? '0';
}

export async function insertTexts(tx: Tx, page: SitePage, { ru, uz, en }: SiteTexts): Promise<void> {
  await tx.run(insert, [page, ru, uz, en]);
}
