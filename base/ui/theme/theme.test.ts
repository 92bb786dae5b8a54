import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheet = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** The last value of a variable in each of the schemes, as the browser takes it. */
function coloursOf(name: string): readonly string[] {
  return [...sheet.matchAll(new RegExp(`${name}: ?(#[0-9a-f]{6})`, 'gi'))].map(([, hex = '']) => hex);
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each(['--surface', '--page'])('the frame of a field stands out from %s in both schemes', (ground) => {
  const lines = coloursOf('--field-line');
  const grounds = coloursOf(ground).slice(-2);
  expect(lines).toHaveLength(2);
  expect(grounds).toHaveLength(2);
  const contrasts = lines.map((line, scheme) => contrast(line, grounds[scheme] ?? line));
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
});

test('a card stands out from the page, and its border from both, in both schemes', () => {
  const [surfaces, pages, lines] = ['--surface', '--page', '--line'].map((name) => coloursOf(name).slice(-2));
  const between = (one?: string, other?: string) => contrast(one ?? '#000000', other ?? '#000000');
  const [light, dark] = [0, 1].map((at) => between(surfaces?.[at], pages?.[at]));
  expect(light).toBeGreaterThanOrEqual(1.05);
  // Two dark grounds look alike long before two light ones do.
  expect(dark).toBeGreaterThanOrEqual(1.15);
  for (const at of [0, 1])
    for (const ground of [surfaces, pages]) expect(between(lines?.[at], ground?.[at])).toBeGreaterThanOrEqual(1.24);
});
