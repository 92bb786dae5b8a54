import { readFile } from 'node:fs/promises';
import { audioPathOf, newImageName } from '#app/images/image-paths.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { AudioDeps } from './audio-deps.server.ts';
import { insertAudio, setPostAudio } from './audio-store.server.ts';

interface GivenAudio {
  readonly postId: string;
  readonly ownerId: string;
  /** A small file on the disk, which stays there. */
  readonly path: string;
}

/** Stores an audio file as its upload does, and gives it to a post. Throws unless it is audio that is taken. */
export async function storePostAudio({ files, reader }: AudioDeps, tx: Tx, audio: GivenAudio): Promise<void> {
  const { postId, ownerId, path } = audio;
  const facts = await reader.read(path);
  if (typeof facts === 'string') throw new Error(`${path} is no audio that is taken: ${facts}`);
  const name = newImageName();
  await insertAudio(tx, { ...facts, name, ownerId });
  await files.write(audioPathOf(name), await readFile(path), facts.type);
  await setPostAudio(tx, postId, name);
}
