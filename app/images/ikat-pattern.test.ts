import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ikatColour, ikatSvg, initialOf } from './ikat-pattern.ts';

const banner = { width: 1200, height: 320, scheme: 'light' } as const;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the ikat of a user name', () => {
  test('is the same for the same name in any case, and differs between names', () => {
    expect(ikatSvg('dilnoza', banner)).toBe(ikatSvg('dilnoza', banner));
    expect(ikatColour('Dilnoza')).toEqual(ikatColour('dilnoza'));
    const names = Array.from({ length: 200 }, (_, at) => `creator_${at}`);
    expect(new Set(names.map((name) => ikatSvg(name, banner).replaceAll(/id="[^"]*"|#[abc]\w+/g, ''))).size).toBe(200);
  });

  test('has at most 4 KB and no part of the name, for any name and size', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.integer({ min: 40, max: 4000 }),
        fc.integer({ min: 40, max: 2200 }),
        (name, width, height) => {
          for (const scheme of ['light', 'dark'] as const) {
            const svg = ikatSvg(`<script>${name}`, { width, height, scheme });
            expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(4096);
            expect(svg).not.toContain('script');
            expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          }
        },
      ),
    );
  });

  test('covers its whole box in many colours', async () => {
    const { data, info } = await sharp(Buffer.from(ikatSvg('dilnoza', banner)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 320]);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += info.channels * 97) {
      colours.add(data.subarray(at, at + 3).toString('hex'));
      if (info.channels === 4) expect(data[at + 3]).toBe(255);
    }
    expect(colours.size).toBeGreaterThan(4);
  });

  test('provides an initial that is readable on its background', () => {
    for (let at = 0; at < 100; at += 1) {
      const { ground, ink } = ikatColour(`name${at}`);
      const contrast = (luminance(ink) + 0.05) / (luminance(ground) + 0.05);
      expect(contrast, ground).toBeGreaterThanOrEqual(4.5);
    }
    expect(initialOf('  дилноза')).toBe('Д');
    expect(initialOf('aziz')).toBe('A');
    expect(initialOf('😀 bek')).toBe('😀');
    expect(initialOf('👨‍👩‍👧 семья')).toBe('👨‍👩‍👧');
    expect(initialOf('🇺🇿')).toBe('🇺🇿');
    expect(initialOf('и\u0306ога')).toBe('Й');
    expect(initialOf('\u3164Аня')).toBe('А');
    expect(initialOf('\u2800')).toBe('·');
    expect(initialOf('')).toBe('·');
  });
});
