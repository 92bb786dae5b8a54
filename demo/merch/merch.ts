import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import { lockRanking, writeRanking } from '#app/creators/ranking/ranking-store.server.ts';
import type { Images } from '#app/images/images.server.ts';
import { createCategory } from '#app/merch/catalogue/categories.server.ts';
import { readColors, readSizes } from '#app/merch/catalogue/category-store.server.ts';
import { createProduct } from '#app/merch/catalogue/product-changes.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';
import { localText } from '../local-text.ts';
import type { DemoPerson } from '../people.ts';
import { Random } from '../random.ts';
import { readPicture, storeBytes } from '../stored-pictures.ts';
import { closeUp } from './close-up.ts';
import merchJson from './merch.json' with { type: 'json' };

/** Kinds of goods in the order of their categories, with their sizes, the usual one first. */
const kinds = {
  tee: { category: 'Футболки', sizes: ['M', 'XS', 'S', 'L', 'XL', 'XXL'] },
  hoodie: { category: 'Худи', sizes: ['L', 'S', 'M', 'XL', 'XXL'] },
  mug: { category: 'Кружки', sizes: ['330 мл', '450 мл'] },
  sticker: { category: 'Стикеры', sizes: [] },
  poster: { category: 'Постеры', sizes: ['A3', 'A2'] },
  cap: { category: 'Кепки', sizes: [] },
  tote: { category: 'Шоперы', sizes: [] },
  notebook: { category: 'Блокноты', sizes: ['A5'] },
} as const;

/** The size charts of clothes. */
const charts: Readonly<Partial<Record<GoodsKind, readonly (readonly string[])[]>>> = {
  tee: [
    ['Размер', 'Грудь, см', 'Длина, см', 'Рукав, см'],
    ['XS', '92', '66', '19'],
    ['S', '98', '69', '20'],
    ['M', '104', '72', '21'],
    ['L', '110', '74', '22'],
    ['XL', '116', '76', '23'],
    ['XXL', '122', '78', '24'],
  ],
  hoodie: [
    ['Размер', 'Грудь, см', 'Длина, см', 'Рукав, см'],
    ['S', '108', '67', '61'],
    ['M', '114', '69', '63'],
    ['L', '120', '71', '65'],
    ['XL', '126', '73', '66'],
    ['XXL', '132', '75', '67'],
  ],
};

type GoodsKind = keyof typeof kinds;

const kindNames = [
  'tee',
  'hoodie',
  'mug',
  'sticker',
  'poster',
  'cap',
  'tote',
  'notebook',
] as const satisfies GoodsKind[];

const goods = z.strictObject({
  kind: z.enum(kindNames),
  name: z.string(),
  about: z.string(),
  price: z.int(),
  colours: z.array(z.string()).min(1),
  /** Null: made to order. */
  stock: z.int().nullable(),
  top: z.boolean().default(false),
  hidden: z.boolean().default(false),
});

const shop = z.strictObject({ userName: z.string(), goods: z.array(goods) });

const shops = z.array(shop).parse(merchJson);

const dayMilliseconds = 86_400_000;

/** Something on sale with the names of its stored pictures: two for each of its colours, from afar and from near by. */
interface StoredGoods {
  readonly userName: string;
  readonly item: z.output<typeof goods>;
  readonly pictures: readonly (readonly string[])[];
}

async function storeColour(images: Pick<Images, 'storeImage'>, name: string, kind: GoodsKind): Promise<string[]> {
  const whole = await readPicture(name);
  const near = await closeUp(whole, kind);
  return Promise.all([whole, near].map((bytes) => storeBytes(images, bytes, 'Product')));
}

/** Stores the pictures of all goods: `goods/<kind>/<userName>-<number>-<number of the colour>`. */
export async function storeGoodsPictures(images: Pick<Images, 'storeImage'>): Promise<readonly StoredGoods[]> {
  const all = shops.flatMap(({ userName, goods: items }) =>
    items.map(async (item, at) => {
      const names = item.colours.map((_, colour) => `goods/${item.kind}/${userName}-${at + 1}-${colour + 1}`);
      return {
        userName,
        item,
        pictures: await Promise.all(names.map((name) => storeColour(images, name, item.kind))),
      };
    }),
  );
  return Promise.all(all);
}

async function addCategories(tx: Tx): Promise<ReadonlyMap<GoodsKind, number>> {
  const ids = new Map<GoodsKind, number>();
  for (const kind of kindNames) ids.set(kind, (await createCategory(tx, { name: kinds[kind].category })).id);
  return ids;
}

/** The creators with goods, ranked in the order of their list. */
async function rank(tx: Tx, creators: ReadonlyMap<string, DemoPerson>): Promise<void> {
  const items = shops.flatMap(({ userName }, at) => {
    const creator = creators.get(userName);
    return creator === undefined ? [] : [{ userId: creator.userId, order: at + 1 }];
  });
  await lockRanking(tx, 'order_merchant');
  await writeRanking(tx, 'order_merchant', items);
}

function idsOf(known: ReadonlyMap<string, number>, names: readonly string[]): number[] {
  return names.flatMap((name) => known.get(name) ?? []);
}

/** Adds categories and the creators' products of the past four months; returns the number of products. */
export async function addGoods(
  tx: Tx,
  world: {
    creators: ReadonlyMap<string, DemoPerson>;
    goods: readonly StoredGoods[];
    country: CountryProfile;
    now: Date;
  },
): Promise<number> {
  const categories = await addCategories(tx);
  const sizes = await readSizes(tx);
  const colors = await readColors(tx);
  const sizeIds = new Map(sizes.map(({ id, name }) => [name, id]));
  const colorIds = new Map(colors.map(({ id, name }) => [name, id]));
  const { country } = world;
  const random = new Random('goods');
  for (const { userName, item, pictures } of world.goods) {
    const { kind } = item;
    const userId = world.creators.get(userName)?.userId;
    const categoryId = categories.get(kind);
    if (userId === undefined || categoryId === undefined) throw new Error(`no creator or category for ${item.name}`);
    const offered = idsOf(sizeIds, kinds[kind].sizes);
    const coloured = idsOf(colorIds, item.colours);
    await createProduct(tx, {
      name: localText(item.name, country),
      description: localText(item.about, country),
      price: fromMain(item.price),
      categoryId,
      userId,
      sizeId: offered[0] ?? null,
      sizeIds: offered,
      colorId: coloured[0] ?? null,
      colorIds: coloured,
      images: pictures
        .flatMap((names, colour) => names.map((imgUrl) => ({ imgUrl, colorId: coloured[colour] ?? null })))
        .map((picture, order) => ({ ...picture, order })),
      isActive: !item.hidden,
      isForMembers: false,
      isTop: item.top,
      stock: item.stock,
      sizeChart: charts[kind] ?? null,
      createdAt: new Date(world.now.getTime() - random.between(1, 120) * dayMilliseconds),
    });
  }
  await rank(tx, world.creators);
  return world.goods.length;
}
