import { imageWidths } from './image-choices.ts';

/** A fixed width of pictures, in pixels. */
export type PictureWidth = (typeof imageWidths)[number];

/** The address of a stored picture at a width that the server keeps (contract, section 9). */
export function pictureAddress(name: string, width: PictureWidth): string {
  return `/api/Images/?name=${encodeURIComponent(name)}&w=${String(width)}`;
}

/** All widths from the smallest to the largest wanted, for the browser to choose from. */
export function pictureChoices(name: string, from: PictureWidth, to: PictureWidth): string {
  return imageWidths
    .filter((width) => width >= from && width <= to)
    .map((width) => `${pictureAddress(name, width)} ${String(width)}w`)
    .join(', ');
}
