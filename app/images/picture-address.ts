import { imageWidths } from './image-choices.ts';

/** A fixed width of pictures, in pixels. */
export type PictureWidth = (typeof imageWidths)[number];

/** The address of a stored picture at one of the fixed widths (docs/rules.md#pictures). */
export function pictureAddress(name: string, width: PictureWidth): string {
  return `/api/Images/?name=${encodeURIComponent(name)}&w=${String(width)}`;
}

/** A `srcset` of all widths up to the largest needed one. */
export function pictureChoices(name: string, from: PictureWidth, to: PictureWidth): string {
  return imageWidths
    .filter((width) => width >= from && width <= to)
    .map((width) => `${pictureAddress(name, width)} ${String(width)}w`)
    .join(', ');
}
