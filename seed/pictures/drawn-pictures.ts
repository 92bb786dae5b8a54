import sharp from 'sharp';
import type { Images } from '#app/images/images.server.ts';
import type { DemoCreator } from '../creators.ts';
import { Random } from '../random.ts';
import { books, city, comic, journey, stage, suzani } from './more-scenes.ts';
import { portraitSvg } from './portrait.ts';
import { field, game, music, paint, photograph, type Scene, stream, voice } from './scenes.ts';
import { picture } from './svg.ts';

type SceneName = NonNullable<DemoCreator['banner']>;

const scenes: Readonly<Record<SceneName, Scene>> = {
  game,
  stream,
  music,
  voice,
  paint,
  photograph,
  books,
  comic,
  city,
  journey,
  suzani,
  stage,
};

/** Names of the stored pictures of one creator. */
export interface DrawnPictures {
  readonly avatar: string | null;
  readonly banner: string | null;
}

function bannerSvg(name: SceneName, userName: string): string {
  return picture(field.width, field.height, scenes[name](new Random(`${userName} banner`)));
}

async function store(images: Pick<Images, 'storeImage'>, svg: string, type: 'Avatar' | 'Banner'): Promise<string> {
  const bytes = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  return (await images.storeImage({ bytes, type, ownerId: null })).name;
}

/** Draws and stores a creator's portrait and banner; those that he has none of are null. */
export async function drawPictures(
  images: Pick<Images, 'storeImage'>,
  { userName, portrait, banner }: DemoCreator,
): Promise<DrawnPictures> {
  const [avatarName, bannerName] = await Promise.all([
    portrait && store(images, portraitSvg(portrait), 'Avatar'),
    banner && store(images, bannerSvg(banner, userName), 'Banner'),
  ]);
  return { avatar: avatarName, banner: bannerName };
}
