import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentColours, accentStyle, contrast } from './accent.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever colour is chosen, its text, shapes and buttons can be read in both schemes', () => {
  fc.assert(
    fc.property(colour, (chosen) => {
      const { text, shape, fill, fillHover } = accentColours(chosen);
      for (const ground of ['#FFFFFF', '#FBF8F3', '#F5F0E8']) {
        expect(contrast(text.light, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(shape.light, ground)).toBeGreaterThanOrEqual(3);
      }
      for (const ground of ['#151214', '#1E1A1C', '#2A2427']) {
        expect(contrast(text.dark, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(shape.dark, ground)).toBeGreaterThanOrEqual(3);
      }
      for (const ground of [fill.light, fill.dark, fillHover.light, fillHover.dark])
        expect(contrast('#FFFFFF', ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(fill.dark, '#1E1A1C')).toBeGreaterThan(1.2);
    }),
    { examples: [['#1e3b81']] },
  );
});

test('a colour that can be read stays as it is, and none leaves those of the theme', () => {
  expect(accentColours('#1f4e9c').text.light).toBe('#1f4e9c');
  expect(accentStyle(null)).toEqual({});
});
