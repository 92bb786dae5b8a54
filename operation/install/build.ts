/** `npm run build`: builds stale screens, as the start does, and lists the files that `/source` offers; for container images. */
import { join } from 'node:path';
import { writeSourceList } from '#base/config/source-offer.server.ts';
import { buildIfStale } from './build-if-stale.ts';

const root = join(import.meta.dirname, '../..');
await writeSourceList(root);
const isBuilt = await buildIfStale(root, (message) => console.log(message));
console.log(isBuilt ? 'Built' : 'Nothing to build');
