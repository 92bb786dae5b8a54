import { LRUCache } from 'lru-cache';
import { findCreatorByName } from '#app/creators/creators.server.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { isUserName } from '#app/creators/user-name.ts';
import { wireId } from '#base/calls/id-wire.ts';
import type { Database } from '#base/db/db.server.ts';
import type { Brand } from '#base/pages/own-brand.ts';
import { drawItemPreview } from './item-preview.server.ts';
import { drawLinkPreview, drawSitePreview, type PreviewGoal } from './link-preview.server.ts';
import type { PreviewBrand } from './preview-parts.server.ts';

/** A product on sale; `price` in main units, `photo`: the name of its first picture. */
export interface PreviewItem {
  readonly name: string;
  readonly price: number;
  readonly photo: string | null;
  readonly userName: string;
}

export interface PreviewOptions {
  readonly db: Database;
  /** Returns the bytes of a stored picture, or null if it does not exist. */
  readImage(name: string): Promise<Buffer | null>;
  /** The public goal of a project; null: none. */
  readGoal(projectId: string): Promise<PreviewGoal | null>;
  /** A product that buyers may see; null: unknown or no longer sold. */
  readItem(id: string): Promise<PreviewItem | null>;
  /** The brand of the site. */
  readBrand(): Promise<Brand>;
  /** The country's currency label. */
  readonly currency: string;
}

const cachedPreviewBytes = 16 * 1024 * 1024;
const mostDrawings = 4;

/** What a preview shows, by the names of its pictures. */
interface Shown {
  readonly userName: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly banner: string | null;
  readonly about: string | null;
  readonly accent: string | null;
  readonly pattern: number | null;
  readonly goal: PreviewGoal | null;
  readonly brand: Brand;
  readonly item: PreviewItem | null;
}

/** Draws link previews: each once for parallel requests, and few at a time. Requests beyond that get the preview of the site. */
export function createPreviews({ db, readImage, readGoal, readItem, readBrand, currency }: PreviewOptions) {
  const cache = new LRUCache<string, Buffer>({ maxSize: cachedPreviewBytes, sizeCalculation: (png) => png.length });
  const drawing = new Map<string, Promise<Buffer>>();

  async function brandOf({ name, accent, logo }: Brand): Promise<PreviewBrand> {
    const picture = logo === '' ? null : await readImage(logo);
    return { name, accent, ...(picture && { logo: picture }) };
  }

  /** Reads pictures by their names; those that are missing are left out. */
  const read = async (name: string | null | undefined) => (name ? ((await readImage(name)) ?? undefined) : undefined);

  /** The picture of a key: the ready one, the one that is being drawn, or a new one. */
  function once(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const ready = cache.get(key);
    if (ready !== undefined) return Promise.resolve(ready);
    const drawn = drawing.get(key) ?? draw().finally(() => drawing.delete(key));
    drawing.set(key, drawn);
    return drawn;
  }

  async function draw(key: string, { avatar, banner, brand, item, ...shown }: Shown) {
    const [face, cover, photo] = await Promise.all([read(avatar), read(item ? null : banner), read(item?.photo)]);
    const looks = { ...shown, ...(face && { avatar: face }), currency, brand: await brandOf(brand) };
    const drawn = item
      ? await drawItemPreview({ title: item.name, price: item.price, ...(photo && { photo }), seller: looks })
      : await drawLinkPreview({ ...looks, ...(cover && { banner: cover }) });
    cache.set(key, drawn);
    return drawn;
  }

  async function drawOnce(userName: string, item: PreviewItem | null): Promise<Buffer | null> {
    const creator = isUserName(userName) ? await findCreatorByName(db, userName) : null;
    if (creator === null || creator.isBlocked) return null;
    const { avatar, banner, about, accent, pattern, projectId } = creator;
    const looks = { avatar, banner, about, accent, pattern, goal: item ? null : await readGoal(projectId) };
    const shown = { userName, name: displayNameOf(creator), ...looks, brand: await readBrand(), item };
    const key = JSON.stringify(shown);
    const isNew = !cache.has(key) && !drawing.has(key);
    return isNew && drawing.size >= mostDrawings ? null : once(key, () => draw(key, shown));
  }

  async function ofItem(id: string): Promise<Buffer | null> {
    const item = wireId.safeParse(id).success ? await readItem(id) : null;
    return item && drawOnce(item.userName, item);
  }

  async function ofSite(): Promise<Buffer> {
    const brand = await readBrand();
    const key = JSON.stringify(brand);
    return once(key, async () => {
      const drawn = await drawSitePreview(await brandOf(brand));
      cache.set(key, drawn);
      return drawn;
    });
  }

  return {
    /** The PNG of a creator's link preview; null for an unknown creator or if too many are being drawn. */
    ofCreator: (userName: string) => drawOnce(userName, null),
    /** The PNG of a product's link preview; null for one that is not on sale or if too many are being drawn. */
    ofItem,
    /** The PNG of the site's own link preview. */
    ofSite,
  };
}
