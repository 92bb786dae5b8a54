import sharp from 'sharp';

/** The part of a picture of 640 pixels that shows what is printed on a product, by its kind. */
const prints = {
  tee: { left: 190, top: 130, size: 270 },
  hoodie: { left: 190, top: 250, size: 270 },
  mug: { left: 130, top: 190, size: 300 },
  sticker: { left: 70, top: 50, size: 330 },
  poster: { left: 190, top: 70, size: 300 },
  cap: { left: 180, top: 180, size: 280 },
  tote: { left: 190, top: 280, size: 270 },
  notebook: { left: 140, top: 90, size: 330 },
} as const;

type PrintedKind = keyof typeof prints;

/** A second picture of a product: its print from near by. */
export function closeUp(picture: Buffer, kind: PrintedKind): Promise<Buffer> {
  const { left, top, size } = prints[kind];
  const near = sharp(picture).extract({ left, top, width: size, height: size });
  return near.resize(540, 540, { kernel: 'lanczos3' }).webp({ quality: 75, effort: 1 }).toBuffer();
}
