import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertWidths } from '../widget-choices.ts';
import {
  type AlertPlace,
  boundedPlace,
  defaultPlace,
  greatestHeight,
  movedPlace,
  widenedPlace,
} from './alert-place.ts';

const stream = { width: 1920, height: 1080 };
const sizeOf = ({ width }: AlertPlace, ratio: number) => {
  const pixels = (width / 100) * stream.width;
  return { width: pixels, height: pixels * ratio };
};
/** The upper left corner, as the style sheet places it. */
const cornerOf = (place: AlertPlace, ratio: number) => {
  const size = sizeOf(place, ratio);
  return { x: (place.x / 100) * (stream.width - size.width), y: (place.y / 100) * (stream.height - size.height) };
};

const percent = fc.double({ min: 0, max: 100, noNaN: true });
const places = fc.record({
  x: percent,
  y: percent,
  width: fc.double({ min: alertWidths.least, max: alertWidths.most, noNaN: true }),
});
const pixels = fc.double({ min: -5_000, max: 5_000, noNaN: true });
const ratios = fc.double({ min: 0.1, max: greatestHeight, noNaN: true });

/** Whether place and size are allowed and the whole alert is on the stream. */
function isInside(place: AlertPlace, ratio: number): boolean {
  const corner = cornerOf(place, ratio);
  const size = sizeOf(place, ratio);
  const isWide = place.width >= alertWidths.least && place.width <= alertWidths.most;
  const fits = corner.x + size.width <= stream.width + 1e-6 && corner.y + size.height <= stream.height + 1e-6;
  return isWide && fits && corner.x >= 0 && corner.y >= 0;
}

test('by default the highest alert is at most 900 px wide and in the upper third at 1080p', () => {
  const corner = cornerOf(defaultPlace, greatestHeight);
  const size = sizeOf(defaultPlace, greatestHeight);
  expect(size.width).toBeLessThanOrEqual(900);
  expect(corner.y + size.height).toBeLessThanOrEqual(360);
  expect(corner.x).toBeCloseTo((stream.width - size.width) / 2);
});

test('wherever an alert is dragged and however large it is made, it stays on the stream', () => {
  fc.assert(
    fc.property(places, pixels, pixels, ratios, (place, x, y, ratio) => {
      expect(isInside(movedPlace(place, { x, y }, sizeOf(place, ratio), stream), ratio)).toBe(true);
      expect(isInside(widenedPlace(place, x, sizeOf(place, ratio), stream), ratio)).toBe(true);
    }),
  );
});

test('an alert lies where it was dropped', () => {
  fc.assert(
    fc.property(places, places, ratios, ({ width, ...from }, to, ratio) => {
      const place = { ...from, width: boundedPlace({ ...from, width }).width };
      const start = cornerOf(place, ratio);
      const end = cornerOf({ ...to, width: place.width }, ratio);
      const by = { x: end.x - start.x, y: end.y - start.y };
      const corner = cornerOf(movedPlace(place, by, sizeOf(place, ratio), stream), ratio);
      expect(Math.abs(corner.x - end.x)).toBeLessThan(1);
      expect(Math.abs(corner.y - end.y)).toBeLessThan(1);
    }),
  );
});

test('while its corner is dragged, the other one stays', () => {
  const place = { x: 20, y: 10, width: 40 };
  const wider = widenedPlace(place, 192, sizeOf(place, 0.3), stream);
  expect(wider.width).toBe(50);
  expect(Math.abs(cornerOf(wider, 0.3).x - cornerOf(place, 0.3).x)).toBeLessThan(1);
  expect(Math.abs(cornerOf(wider, 0.3).y - cornerOf(place, 0.3).y)).toBeLessThan(1);
});

test('a field that is empty or too large gives the nearest possible place', () => {
  expect(boundedPlace({ x: Number.NaN, y: -4, width: 1_000 })).toEqual({ x: 50, y: 0, width: 80 });
});
