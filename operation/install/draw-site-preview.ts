import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawSitePreview } from '#app/site/files/link-preview.server.ts';

/** Draws `public/og/opora.png`, the default link preview; run it when the look changes. */
await writeFile(join(import.meta.dirname, '../../public/og/opora.png'), await drawSitePreview());
