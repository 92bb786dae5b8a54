import type { ImageFiles } from '#app/images/image-files.server.ts';

/** A store of files that has none and keeps none. */
export const noFiles: ImageFiles = {
  read: async () => null,
  write: async () => undefined,
  take: async () => undefined,
  readPart: async () => null,
  removeFolder: async () => undefined,
};
