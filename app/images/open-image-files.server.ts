import { join } from 'node:path';
import { type ImageFiles, localImageFiles } from './image-files.server.ts';
import { s3ImageFiles } from './s3-image-files.server.ts';

interface Place {
  /** The folder with the program's data; files stand below it in `images`. */
  readonly dataDir: string;
  /** `IMAGE_STORE`: an `s3://…` address to store them in S3 instead. */
  readonly config: { readonly IMAGE_STORE?: string | undefined };
}

/** Opens the store of the files of pictures and of posts' audio. */
export function openImageFiles({ dataDir, config: { IMAGE_STORE: store } }: Place): ImageFiles {
  return store === undefined ? localImageFiles(join(dataDir, 'images')) : s3ImageFiles(store);
}
