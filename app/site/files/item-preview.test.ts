import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawItemPreview } from './item-preview.server.ts';

const seller = { userName: 'dilnoza', name: 'Дильноза Каримова', currency: 'сум' };
const hoodie = { title: 'Худи «Тихий час»', price: 320_000, seller };

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
  const longWord = 'Оченьдлинноеслововназвании ';
  const many = 'Худи и ещё много слов о нём '.repeat(6);
  for (const title of ['Оченьдлинноеслово'.repeat(8), longWord.repeat(5), many, '<b>&"\u0000']) {
    const picture = await drawItemPreview({ ...hoodie, title });
    const edge = await partOf(picture, 1160, 152, 40, 478);
    expect(new Set(edge).size, title).toBe(3);
  }
});

test('it wears the pattern and the accent of the creator', async () => {
  const accented = await drawItemPreview({ ...hoodie, seller: { ...seller, accent: '#2f6fd6', pattern: 7 } });
  const plain = await drawItemPreview(hoodie);
  const [red = 255, , blue = 0] = await partOf(accented, 633, 300, 1, 1);
  expect([red < 90, blue > 180]).toEqual([true, true]);
  const bands = await Promise.all([accented, plain].map((picture) => partOf(picture, 900, 0, 300, 150)));
  expect(bands[0]?.equals(bands[1] ?? Buffer.alloc(0))).toBe(false);
  for (const band of bands) expect(new Set(band).size).toBeGreaterThan(20);
});

test('where no font draws the name, the user name stands instead', async () => {
  const undrawn = await drawItemPreview({ ...hoodie, title: '\ue000', seller: { ...seller, name: '\ue000\ue001' } });
  const { userName } = seller;
  expect(
    undrawn.equals(await drawItemPreview({ ...hoodie, title: `@${userName}`, seller: { ...seller, name: null } })),
  ).toBe(true);
});
