import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserLaunch, unpackBrowser } from '#test/e2e/support/browser.ts';
import { fallbackSheet } from './fallback-fonts.ts';

/** Writes `base/ui/theme/fallback-fonts.css`; run it when a font or its weights change. */
const file = join(import.meta.dirname, '../../base/ui/theme/fallback-fonts.css');
await unpackBrowser();
const browser = await chromium.launch(browserLaunch());
await writeFile(file, await fallbackSheet(await browser.newPage()));
await browser.close();
execFileSync('biome', ['format', '--write', file], { stdio: 'inherit' });
