import sharp from 'sharp';
import { z } from 'zod';
import { lockRanking, writeRanking } from '#app/creators/ranking-store.server.ts';
import type { Images } from '#app/images/images.server.ts';
import { createCategory } from '#app/merch/categories.server.ts';
import { readColors, readSizes } from '#app/merch/category-store.server.ts';
import { createProduct } from '#app/merch/product-changes.server.ts';
import type { Tx } from '#base/db.server.ts';
import { fromMain } from '#base/money.ts';
import merchJson from './merch.json' with { type: 'json' };
import type { DemoPerson } from './people.ts';
import { type GoodsKind, goodsSvg } from './pictures/goods.ts';
import type { Emblem, PrintShape } from './pictures/prints.ts';
import { Random } from './random.ts';

/** Kinds of goods in the order of their categories, with the sizes that they come in, the usual one first. */
const kinds = {
  tee: { category: 'Футболки', sizes: ['M', 'XS', 'S', 'L', 'XL', 'XXL'] },
  hoodie: { category: 'Худи', sizes: ['L', 'S', 'M', 'XL', 'XXL'] },
  mug: { category: 'Кружки', sizes: ['330 мл', '450 мл'] },
  sticker: { category: 'Стикеры', sizes: [] },
  poster: { category: 'Постеры', sizes: ['A3', 'A2'] },
  cap: { category: 'Кепки', sizes: [] },
  tote: { category: 'Шоперы', sizes: [] },
  notebook: { category: 'Блокноты', sizes: ['A5'] },
} as const satisfies Record<GoodsKind, { category: string; sizes: readonly string[] }>;

const kindNames = ['tee', 'hoodie', 'mug', 'sticker', 'poster', 'cap', 'tote', 'notebook'] as const;

const goods = z.strictObject({
  kind: z.enum(kindNames),
  name: z.string(),
  about: z.string(),
  price: z.int(),
  colours: z.array(z.string()).min(1),
  shape: z.enum(['medallion', 'arch', 'tile', 'band', 'mark']) satisfies z.ZodType<PrintShape>,
  /** Null: made to order. */
  stock: z.int().nullable(),
  top: z.boolean().default(false),
  hidden: z.boolean().default(false),
});

const emblems = ['headphones', 'joystick', 'dutar', 'brush', 'microphone', 'mountain'] as const;
const moreEmblems = ['camera', 'book', 'bolt', 'teapot', 'pomegranate', 'star'] as const;

const shop = z.strictObject({
  userName: z.string(),
  emblem: z.enum([...emblems, ...moreEmblems]) satisfies z.ZodType<Emblem>,
  goods: z.array(goods),
});

const shops = z.array(shop).parse(merchJson);

const dayMilliseconds = 86_400_000;

/** Side of the stored pictures, in pixels. */
const pictureSide = 640;

interface DrawnGoods {
  readonly kind: GoodsKind;
  readonly userName: string;
  readonly item: z.output<typeof goods>;
  /** One stored picture for each colour. */
  readonly pictures: readonly string[];
}

type Store = Pick<Images, 'storeImage'>;

async function draw(images: Store, svg: string): Promise<string> {
  const bytes = await sharp(Buffer.from(svg)).resize(pictureSide).png({ compressionLevel: 1 }).toBuffer();
  return (await images.storeImage({ bytes, type: 'Product', ownerId: null })).name;
}

/** Draws and stores all goods, each in all of its colours. */
export async function drawGoods(tx: Tx, images: Store): Promise<readonly DrawnGoods[]> {
  const hexes = new Map((await readColors(tx)).map(({ name, hex }) => [name, hex]));
  const drawings = shops.flatMap(({ userName, emblem, goods: items }) =>
    items.map(async (item) => {
      const { kind, shape, colours } = item;
      const print = { userName, emblem, shape };
      const svgs = colours.map((name) => goodsSvg(kind, { print, colour: hexes.get(name) ?? '#FFFFFF' }));
      return { kind, userName, item, pictures: await Promise.all(svgs.map((svg) => draw(images, svg))) };
    }),
  );
  return Promise.all(drawings);
}

async function addCategories(tx: Tx): Promise<ReadonlyMap<GoodsKind, number>> {
  const ids = new Map<GoodsKind, number>();
  for (const kind of kindNames) ids.set(kind, (await createCategory(tx, { name: kinds[kind].category })).id);
  return ids;
}

/** The creators with goods, ranked as they stand in the list of them. */
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

/** Adds categories and products of the past four months to the creators; answers how many products. */
export async function addGoods(
  tx: Tx,
  world: { creators: ReadonlyMap<string, DemoPerson>; drawn: readonly DrawnGoods[]; now: Date },
): Promise<number> {
  const [categories, sizes, colors] = [await addCategories(tx), await readSizes(tx), await readColors(tx)];
  const sizeIds = new Map(sizes.map(({ id, name }) => [name, id]));
  const colorIds = new Map(colors.map(({ id, name }) => [name, id]));
  const random = new Random('goods');
  for (const { kind, userName, item, pictures } of world.drawn) {
    const userId = world.creators.get(userName)?.userId;
    const categoryId = categories.get(kind);
    if (userId === undefined || categoryId === undefined) throw new Error(`nobody sells ${item.name}`);
    const [offered, coloured] = [idsOf(sizeIds, kinds[kind].sizes), idsOf(colorIds, item.colours)];
    await createProduct(tx, {
      ...{ name: item.name, description: item.about, price: fromMain(item.price), categoryId, userId },
      ...{ sizeId: offered[0] ?? null, sizeIds: offered, colorId: coloured[0] ?? null, colorIds: coloured },
      images: pictures.map((imgUrl, order) => ({ imgUrl, colorId: coloured[order] ?? null, order })),
      ...{ isActive: !item.hidden, isTop: item.top, stock: item.stock },
      createdAt: new Date(world.now.getTime() - random.between(1, 120) * dayMilliseconds),
    });
  }
  await rank(tx, world.creators);
  return world.drawn.length;
}
