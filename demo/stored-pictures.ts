import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageType } from '#app/images/image-choices.ts';
import type { Images } from '#app/images/images.server.ts';
import type { DemoCreator } from './creators/creators.ts';

type Store = Pick<Images, 'storeImage'>;

/** Names of a creator's stored pictures; null: none. */
export interface CreatorPictures {
  readonly avatar: string | null;
  readonly banner: string | null;
}

/** A picture of `demo/pictures`, such as `avatars/dilnoza`. */
export const readPicture = (picture: string): Promise<Buffer> =>
  readFile(join(import.meta.dirname, 'pictures', `${picture}.webp`));

/** Stores a picture as an upload does, and returns its name. */
export async function storeBytes(images: Store, bytes: Buffer, type: ImageType): Promise<string> {
  return (await images.storeImage({ bytes, type, ownerId: null })).name;
}

async function storePicture(images: Store, picture: string, type: ImageType): Promise<string> {
  return storeBytes(images, await readPicture(picture), type);
}

export async function storeCreatorPictures(
  images: Store,
  { userName, hasAvatar, hasBanner }: Pick<DemoCreator, 'userName' | 'hasAvatar' | 'hasBanner'>,
): Promise<CreatorPictures> {
  const [avatar, banner] = await Promise.all([
    hasAvatar ? storePicture(images, `avatars/${userName}`, 'Avatar') : null,
    hasBanner ? storePicture(images, `banners/${userName}`, 'Banner') : null,
  ]);
  return { avatar, banner };
}
