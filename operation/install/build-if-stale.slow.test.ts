import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfStale } from './build-if-stale.ts';

const folder = join(import.meta.dirname, '../..');

test('the screens are built once, however the folder is spelled', async () => {
  await buildIfStale(folder, () => undefined);
  for (const spelled of [folder, `${folder}/`, `${folder}/operation/..`])
    expect([spelled, await buildIfStale(spelled, () => undefined)]).toEqual([spelled, false]);
}, 900_000);
