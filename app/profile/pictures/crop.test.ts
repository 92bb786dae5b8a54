import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutOf, halvings, middleOf, mostZoom, movedBy } from './crop.ts';

const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) });
const ratio = fc.constantFrom(1, 4, 0.5);

describe('the frame', () => {
  test('never leaves the picture and keeps its ratio', () => {
    const moves = fc.array(
      fc.record({
        x: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
        y: fc.double({ min: -5_000, max: 5_000, noNaN: true }),
        times: fc.double({ min: 0.2, max: 5, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(size, ratio, moves, (picture, shape, steps) => {
        const crop = steps.reduce((one, step) => movedBy(picture, shape, one, step), middleOf(picture));
        const { left, top, width, height } = cutOf(picture, shape, crop);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(picture.width + 1e-6);
        expect(top + height).toBeLessThanOrEqual(picture.height + 1e-6);
        expect(width / height).toBeCloseTo(shape);
        expect(crop.zoom).toBeGreaterThanOrEqual(1);
        expect(crop.zoom).toBeLessThanOrEqual(mostZoom);
      }),
    );
  });

  test('moves back at once after being pushed against an edge', () => {
    const picture = { width: 1_000, height: 500 };
    const pushed = movedBy(picture, 1, middleOf(picture), { x: 9_999 });
    expect(cutOf(picture, 1, pushed).left).toBe(500);
    expect(cutOf(picture, 1, movedBy(picture, 1, pushed, { x: -10 })).left).toBe(490);
  });
});

describe('the canvas', () => {
  test('is halved until the next half would be too small, then scaled to the target', () => {
    const target = { width: 512, height: 512 };
    expect(halvings({ width: 4_096, height: 4_096 }, target).map(({ width }) => width)).toEqual([2_048, 1_024, 512]);
    expect(halvings({ width: 3_000, height: 3_000 }, target).map(({ width }) => width)).toEqual([1_500, 750, 512]);
    expect(halvings({ width: 100, height: 100 }, target)).toEqual([target]);
    expect(halvings({ width: 512, height: 512 }, target)).toEqual([target]);
  });
});
