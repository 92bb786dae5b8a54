import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

/** Brand and contacts; empty: the product's own, or unknown. */
export interface SiteSettings {
  readonly name: string;
  readonly logo: string;
  readonly accent: string;
  readonly company: string;
  readonly email: string;
  readonly phone: string;
  readonly telegram: string;
  readonly address: string;
  /** TIN of the company, or PINFL of the person, that documents name. */
  readonly taxNumber: string;
}

interface SettingsRow extends SiteSettings, Record<string, unknown> {
  /** Detects concurrent changes. */
  readonly version: string;
}

const select = statement<SettingsRow>(`
  select name, logo, accent, company, email, phone, telegram, address, tax_number as "taxNumber", md5(site_settings::text) as version
  from site_settings`);

const lock = statement('select from site_settings for update');

const update = statement(`
  update site_settings
  set name = $1, logo = $2, accent = $3, company = $4, email = $5, phone = $6, telegram = $7, address = $8,
    tax_number = $9`);

const usedLogos = statement<{ logo: string }>('select logo from site_settings where logo = any($1::text[])');

export async function readSiteSettings(db: Queryable): Promise<SettingsRow> {
  const [row] = await db.run(select, []);
  if (row === undefined) throw new Error('the settings of the site are missing');
  return row;
}

/** The name of the site, which messages to people begin with. */
export async function readSiteName(db: Queryable): Promise<string> {
  return (await readSiteSettings(db)).name || 'Opora';
}

/** Locks the settings until the transaction ends, so that changes happen one after another. */
export async function lockSiteSettings(tx: Tx): Promise<SettingsRow> {
  await tx.run(lock, []);
  return readSiteSettings(tx);
}

export async function writeSiteSettings(tx: Tx, settings: SiteSettings): Promise<void> {
  const { name, logo, accent, company, email, phone, telegram, address, taxNumber } = settings;
  await tx.run(update, [name, logo, accent, company, email, phone, telegram, address, taxNumber]);
}

/** Which of these pictures is the logo. */
export async function usedSiteImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedLogos, [names])).map(({ logo }) => logo);
}
