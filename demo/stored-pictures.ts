import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ImageType } from '#app/images/image-choices.ts';
import type { Images } from '#app/images/images.server.ts';
import type { DemoCreator } from './creators/creators.ts';

type Store = Pick<Images, 'storeImage'>;

/** Names of a creator's stored pictures; null: none. */
export interface CreatorPictures {
  readonly avatar: string | null;
  readonly banner: string | null;
  /** Of his pinned video. */
  readonly video: string | null;
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

/** A picture in the shape of a video. */
async function storeStill(images: Store, picture: string): Promise<string> {
  const still = sharp(await readPicture(picture)).resize(1_280, 720, { kernel: 'lanczos3' });
  return storeBytes(images, await still.webp({ quality: 80, effort: 1 }).toBuffer(), 'Banner');
}

export async function storeCreatorPictures(
  images: Store,
  { userName, hasAvatar, hasBanner, look }: Pick<DemoCreator, 'userName' | 'hasAvatar' | 'hasBanner' | 'look'>,
): Promise<CreatorPictures> {
  const [avatar, banner, video] = await Promise.all([
    hasAvatar ? storePicture(images, `avatars/${userName}`, 'Avatar') : null,
    hasBanner ? storePicture(images, `banners/${userName}`, 'Banner') : null,
    look?.video ? storeStill(images, look.video.picture) : null,
  ]);
  return { avatar, banner, video };
}
