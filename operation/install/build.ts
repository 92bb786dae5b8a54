/** `npm run build`: builds stale screens, as the start does; for container images. */
import { join } from 'node:path';
import { buildIfStale } from './build-if-stale.ts';

const isBuilt = await buildIfStale(join(import.meta.dirname, '../..'), (message) => console.log(message));
console.log(isBuilt ? 'Built' : 'Nothing to build');
