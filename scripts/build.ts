/** `npm run build`: builds the screens where they are stale, as the start does; for images that are built in one place and run in another. */
import { join } from 'node:path';
import { buildIfStale } from './build-if-stale.ts';

const isBuilt = await buildIfStale(join(import.meta.dirname, '..'), (message) => console.log(message));
console.log(isBuilt ? 'Built' : 'Nothing to build');
