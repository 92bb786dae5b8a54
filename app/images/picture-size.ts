/** The size of a stored picture in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size in which a picture is sent for a requested width: it is never enlarged. */
export function sizeAtWidth({ width, height }: PictureSize, asked: number): PictureSize {
  return width <= asked ? { width, height } : { width: asked, height: Math.round((height * asked) / width) };
}
