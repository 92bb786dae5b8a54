import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];
const packed = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
const unpacked = join(import.meta.dirname, '../../../node_modules/.cache/chromium');

/** What Playwright needs to start a browser. */
export interface BrowserLaunch {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

function installedBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no file ${named}`);
  return named || installed.find((path) => existsSync(path));
}

/**
 * The browser that the tests run in: `CHROMIUM_PATH`, else the machine's own Chromium or Chrome, else the one that came
 * with `npm ci`, with the shared libraries and fonts that it needs (`unpackBrowser` must have run for that one).
 */
export function browserLaunch(): BrowserLaunch {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const env = Object.fromEntries(inherited);
  const args = ['--autoplay-policy=no-user-gesture-required', '--force-color-profile=srgb'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const own = installedBrowser();
  if (own) return { executablePath: own, args, env };
  const libraries = [join(unpacked, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(unpacked, 'chromium'),
    args: [...args, '--no-sandbox', '--no-zygote', '--disable-gpu'],
    env: {
      ...env,
      LD_LIBRARY_PATH: libraries,
      ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(unpacked, 'fonts') }),
    },
  };
}

/**
 * Unpacks the browser that came with `npm ci` where the machine has none. Unpacked beside and moved into place whole, so
 * that an interrupted run leaves no half of a browser behind.
 */
export async function unpackBrowser(): Promise<void> {
  if (installedBrowser() || existsSync(unpacked)) return;
  await mkdir(dirname(unpacked), { recursive: true });
  const unfinished = mkdtempSync(`${unpacked}-`);
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = unfinished;
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) => inflate(join(packed, name))),
    );
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  try {
    renameSync(unfinished, unpacked);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}
