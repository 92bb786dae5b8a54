import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLinkPreview } from './link-preview.server.ts';

const names = { userName: 'dilnoza', name: 'Дилноза <script>&"Каримова' };

test('a link preview is a PNG of 1200×630 under 300 KB', async () => {
  const picture = await drawLinkPreview(names);
  const { format, width, height } = await sharp(picture).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  expect(picture.length).toBeLessThan(300_000);
});

test.each(['\u2800', '\u200d', '\u3164', '\u00ad\ufe0f', '\u{10ffff}', '\u{e000}', '👨‍👩‍👧 🇺🇿'])(
  'a name that no font draws does not matter: %j',
  async (name) => {
    const { format } = await sharp(await drawLinkPreview({ ...names, name, about: name })).metadata();
    expect(format).toBe('png');
  },
);

test('it contains the avatar, or the initial if the avatar is unreadable', async () => {
  const avatar = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#00f' } })
    .webp()
    .toBuffer();
  const colourAtFace = async (picture: Buffer) => {
    const { data } = await sharp(picture)
      .removeAlpha()
      .extract({ left: 150, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data];
  };
  const [red = 255, green = 255, blue = 0] = await colourAtFace(await drawLinkPreview({ ...names, avatar }));
  expect(blue).toBeGreaterThan(200);
  expect(red + green).toBeLessThan(80);
  const broken = await drawLinkPreview({ ...names, avatar: Buffer.from('no picture') });
  expect(await colourAtFace(broken)).toEqual(await colourAtFace(await drawLinkPreview(names)));
});
