import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { product } from '#app/merch/merch-shapes.ts';
import { page } from '#base/calls/call.ts';
import { readConfig } from '#base/config/config.server.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { seedDemoWorld } from '../demo-world.ts';

const app = await startApp();
await seedDemoWorld(app.opora, readConfig({ JWT_SECRET: testSecrets.jwt }), pino({ level: 'silent' }));
afterAll(() => app.close());

const list = z.object({ data: page(product) });
const home = z.object({
  data: z.array(z.object({ category: z.object({ name: z.string() }), items: z.array(product) })),
});

test('the demo world has 60 products of twelve creators in eight categories, one of them hidden', async () => {
  const { items, count } = list.parse((await app.api('GET Product/ProductList', { query: { Take: 100 } })).body).data;
  expect([count, items.length, new Set(items.map(({ user }) => user.userName)).size]).toEqual([59, 59, 12]);
  expect(items.slice(0, 12).every(({ isTop }) => isTop)).toBe(true);
  expect(items.every(({ user }) => user.hasProducts && user.orderMerchant <= 12)).toBe(true);
  expect(new Set(items.map(({ name }) => name)).size).toBe(59);
  expect(items.filter(({ stock }) => stock === 0)).toHaveLength(1);
  expect(items.some(({ stock }) => stock === null)).toBe(true);
  const rows = home.parse((await app.api('GET Product/ProductListByCategory')).body).data;
  expect(rows.map(({ category, items: some }) => [category.name, some.length])).toEqual(
    ['Футболки', 'Худи', 'Кружки', 'Стикеры', 'Постеры', 'Кепки', 'Шоперы', 'Блокноты'].map((name) => [name, 4]),
  );
});

test('every picture of a product shows a colour that it is sold in, and can be seen', async () => {
  const { items } = list.parse((await app.api('GET Product/ProductList', { query: { Take: 100 } })).body).data;
  const pictures = items.flatMap(({ images, colors }) => images.map((image) => ({ ...image, colors })));
  expect(pictures).toHaveLength(158);
  for (const { images, colors } of items)
    for (const { id } of colors) expect(images.filter(({ colorId }) => colorId === id)).toHaveLength(2);
  for (const { imgUrl, colorId, colors } of pictures) {
    expect(colors.map(({ id }) => id)).toContain(colorId);
    const answer = await fetch(`${app.url}/api/Images/?name=${imgUrl}&w=64`, { headers: { accept: 'image/webp' } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
});
