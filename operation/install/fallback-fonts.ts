import type { Page } from 'playwright-core';
import { type SystemFont, systemFonts } from '#test/support/lone-font.ts';
import { type MeasuredFace, stretchTo } from './font-metrics.ts';

const own = (family: string) => [
  ...['latin', 'cyrillic'].map((part) => new URL(`../../base/ui/theme/fonts/${family}-${part}.woff2`, import.meta.url)),
  new URL(import.meta.resolve(`@fontsource-variable/${family}/files/${family}-cyrillic-ext-wght-normal.woff2`)),
];

/** One of our font faces in a range of weights, and the local face that replaces it while it loads. */
interface Role {
  readonly family: string;
  readonly range: string;
  readonly ours: MeasuredFace;
  readonly isBold: boolean;
}

const roles: readonly Role[] = [
  {
    family: 'Onest',
    range: '100 549',
    ours: { name: 'onest', files: own('onest'), weights: [400, 500] },
    isBold: false,
  },
  {
    family: 'Onest',
    range: '550 900',
    ours: { name: 'onest', files: own('onest'), weights: [600, 700] },
    isBold: true,
  },
  {
    family: 'Unbounded',
    range: '100 900',
    ours: { name: 'unbounded', files: own('unbounded'), weights: [700] },
    isBold: true,
  },
];

/** Fonts that measure alike share their faces; by the name of the first. */
const groups = [...Map.groupBy(systemFonts, ({ regular }) => regular.href).values()];

const percent = (value: number) => `${Number(value.toFixed(2))}%`;

function familyList(family: string, rest: string): string {
  const names = groups.map(([first]) => `"${family} by ${first?.family}"`);
  return [`"${family} Variable"`, ...names, rest].join(', ');
}

async function faceOf(page: Page, group: readonly SystemFont[], role: Role): Promise<string> {
  const [first] = group;
  if (first === undefined) throw new Error('a group without fonts');
  const file = role.isBold ? first.bold : first.regular;
  const stretch = await stretchTo(page, role.ours, { name: first.family, files: [file], weights: [400] });
  const sources = group
    .flatMap(({ names }) => [...new Set(role.isBold ? names.bold : names.regular)])
    .map((name) => `local("${name}")`);
  return `@font-face {
  font-family: "${role.family} by ${first.family}";
  font-weight: ${role.range};
  src: ${sources.join(', ')};
  size-adjust: ${percent(stretch.sizeAdjust)};
  ascent-override: ${percent(stretch.ascent)};
  descent-override: ${percent(stretch.descent)};
  line-gap-override: 0%;
}
`;
}

/** Makes the style sheet of the fallback faces, measured in a browser. */
export async function fallbackSheet(page: Page): Promise<string> {
  const faces: string[] = [];
  for (const group of groups) for (const role of roles) faces.push(await faceOf(page, group, role));
  return `/* Written by operation/install/write-fallback-fonts.ts from the metrics of the fonts themselves: fonts of visitors' machines, stretched to ours. */
${faces.join('')}
:root {
  --text-font: ${familyList('Onest', 'system-ui, sans-serif')};
  --display-font: ${familyList('Unbounded', '"Onest Variable", system-ui, sans-serif')};
}
`;
}
