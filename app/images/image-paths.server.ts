import { randomBytes } from 'node:crypto';
import type { ImageFormat } from './content/image-content.server.ts';

/** A new name for a picture: 128 random bits. */
export function newImageName(): string {
  return randomBytes(16).toString('base64url');
}

/** Whether a text has the form of an uploaded picture's name. Only such texts become part of a path. */
export function isImageName(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text);
}

/** The folder with a picture's files. */
export function folderOf(name: string): string {
  return `${name.slice(0, 2).toLowerCase()}/${name}`;
}

/** The path of the stored picture. */
export function storedPathOf(name: string): string {
  return `${folderOf(name)}/kept.webp`;
}

/** The path of a variant; width null: the picture's own width. */
export function variantPathOf(name: string, format: ImageFormat, width: number | null): string {
  return `${folderOf(name)}/${width ?? 'whole'}.${format}`;
}

/** The path of a post's audio file, which stands beside the pictures. */
export function audioPathOf(name: string): string {
  return `${folderOf(name)}/audio`;
}
