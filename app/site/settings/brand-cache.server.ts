import type { Queryable } from '#base/db/db.server.ts';
import type { TaggedCache } from '#base/events/cache-tags.server.ts';
import { type Brand, ownBrand } from '#base/pages/own-brand.ts';
import { readSiteSettings, type SiteSettings } from '../site-settings-store.server.ts';
import { siteTag } from '../site-tag.ts';

/** The address of the link preview changes with the brand, because messengers store pictures. */
function brandOf({ name, logo, accent }: SiteSettings): Brand {
  const own = { name, logo, accent };
  if (name + logo + accent === '') return ownBrand;
  return { ...own, preview: `/og/the-site.png?${new URLSearchParams(own).toString()}` };
}

/** The brand in the memory of this process: every page shows it, and none asks the database for it. */
export class BrandCache implements TaggedCache {
  readonly #db: Queryable;
  #brand: Promise<Brand> | undefined;

  constructor(db: Queryable) {
    this.#db = db;
  }

  read(): Promise<Brand> {
    if (this.#brand !== undefined) return this.#brand;
    const reading = readSiteSettings(this.#db).then(brandOf);
    this.#brand = reading;
    reading.catch(() => {
      if (this.#brand === reading) this.#brand = undefined;
    });
    return reading;
  }

  drop(tags: readonly string[]): void {
    if (tags.includes(siteTag)) this.#brand = undefined;
  }

  /** Without notifications the last known brand is better than a page that waits for the database. */
  setEnabled(isEnabled: boolean): void {
    if (isEnabled) this.#brand = undefined;
  }
}
