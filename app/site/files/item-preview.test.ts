import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawItemPreview } from './item-preview.server.ts';

const seller = { userName: 'dilnoza', name: 'Дильноза Каримова', currency: 'сум' };
const hoodie = { title: 'Худи «Тихий час»', price: 320_000, seller };

/** The bytes of a part of a picture. */
const partOf = (picture: Buffer, left: number, top: number, width: number, height: number) =>
  sharp(picture).extract({ left, top, width, height }).removeAlpha().raw().toBuffer();

test('the preview of an item is a PNG of 1200×630 under 300 KB with the photo on its left', async () => {
  const photo = await sharp({ create: { width: 400, height: 900, channels: 3, background: '#00f' } })
    .webp()
    .toBuffer();
  const picture = await drawItemPreview({ ...hoodie, photo });
  const { format, width, height } = await sharp(picture).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  expect(picture.length).toBeLessThan(300_000);
  const [red = 255, , blue = 0] = await partOf(picture, 315, 315, 1, 1);
  expect([red < 40, blue > 200]).toEqual([true, true]);
});

test('an unreadable photo gives way to the pattern of the creator', async () => {
  const broken = await drawItemPreview({ ...hoodie, photo: Buffer.from('no picture') });
  expect(broken.equals(await drawItemPreview(hoodie))).toBe(true);
});

test('however long its name is, nothing is written over the price or beyond the edge', async () => {
  for (const title of ['Оченьдлинноеслово'.repeat(8), 'Худи и ещё много слов о нём '.repeat(6), '<b>&"\u0000']) {
    const picture = await drawItemPreview({ ...hoodie, title });
    const edge = await partOf(picture, 1160, 0, 40, 630);
    expect(new Set(edge).size, title).toBe(3);
  }
});
