import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the files in `base/ui/theme/fonts` as `base/ui/theme/fonts.css` declares them: the letters of `unicode-range` in the weights of
 * `font-weight`. Run it when a rule or a font changes. Needs `fonttools` and `python3-brotli` of Debian.
 */
const theme = join(import.meta.dirname, '../../base/ui/theme');
const features = 'kern,mark,mkmk,ccmp,locl,calt,liga,rlig,tnum';
const rules = (await readFile(join(theme, 'fonts.css'), 'utf8')).matchAll(/@font-face \{[^}]*\}/g);
const folder = await mkdtemp(join(tmpdir(), 'opora-fonts-'));

for (const [rule] of rules) {
  const [, family, part] = /fonts\/(\w+)-(\w+)\.woff2/.exec(rule) ?? [];
  const [, weights = ''] = /font-weight: ([\d ]+);/.exec(rule) ?? [];
  const [, letters = ''] = /unicode-range:([^;]+);/.exec(rule) ?? [];
  if (family === undefined || part === undefined) continue;
  // A font may borrow signs from the file of another, which its own rule makes.
  if (!new RegExp(`font-family: "${family}`, 'i').test(rule)) continue;
  const whole = import.meta.resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);
  const narrow = join(folder, `${family}-${part}`);
  execFileSync('fonttools', [
    'varLib.instancer',
    fileURLToPath(whole),
    `wght=${weights.replace(' ', ':')}`,
    '--quiet',
    '--no-recalc-timestamp',
    '--output',
    narrow,
  ]);
  execFileSync('pyftsubset', [
    narrow,
    `--unicodes=${letters.replaceAll(/\s/g, '')}`,
    `--layout-features=${features}`,
    '--flavor=woff2',
    '--no-hinting',
    `--output-file=${join(theme, 'fonts', `${family}-${part}.woff2`)}`,
  ]);
}
await rm(folder, { recursive: true });
