/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The position of the frame in a picture: its centre in pixels of the picture, and the zoom. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1: as much of the picture as fits; at most `mostZoom`. */
  readonly zoom: number;
}

/** A rectangle in pixels of the picture. */
export interface Cut extends Size {
  readonly left: number;
  readonly top: number;
}

/** The maximum zoom. */
export const mostZoom = 5;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** The crop around the centre of a picture. */
export function middleOf({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** The part of the picture in the frame; `ratio` is width by height of the frame. It never leaves the picture. */
export function cutOf(picture: Size, ratio: number, crop: Crop): Cut {
  const zoom = within(crop.zoom, 1, mostZoom);
  const width = Math.min(picture.width, picture.height * ratio) / zoom;
  const height = width / ratio;
  const left = within(crop.x - width / 2, 0, picture.width - width);
  const top = within(crop.y - height / 2, 0, picture.height - height);
  return { left, top, width, height };
}

/** Moves and zooms the crop. Its centre stays within bounds, so that moving back takes effect at once. */
export function movedBy(
  picture: Size,
  ratio: number,
  crop: Crop,
  by: { readonly x?: number; readonly y?: number; readonly times?: number },
): Crop {
  const zoom = within(crop.zoom * (by.times ?? 1), 1, mostZoom);
  const { left, top, width, height } = cutOf(picture, ratio, {
    x: crop.x + (by.x ?? 0),
    y: crop.y + (by.y ?? 0),
    zoom,
  });
  return { x: left + width / 2, y: top + height / 2, zoom };
}

/**
 * The sizes of the canvas: halved repeatedly while at least as large as the target, which comes last (docs/rules.md#page-sizes). A square
 * target ends in a square.
 */
export function halvings(from: Size, target: Size): Size[] {
  const sizes: Size[] = [];
  let { width, height } = from;
  while (width / 2 >= target.width && height / 2 >= target.height) {
    width = Math.round(width / 2);
    height = Math.round(height / 2);
    sizes.push({ width, height });
  }
  const last = sizes.at(-1);
  if (last?.width !== target.width || last.height !== target.height) sizes.push(target);
  return sizes;
}
