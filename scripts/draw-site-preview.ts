import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawSitePreview } from '#app/creators/link-preview.server.ts';

/** Draws `public/og/opora.png`, the picture of links to pages that have none of their own; run it when the look changes. */
await writeFile(join(import.meta.dirname, '../public/og/opora.png'), await drawSitePreview());
