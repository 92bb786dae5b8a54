/**
 * What an uploaded picture is for (docs/rules.md#pictures; `Alert`: docs/rules.md#alerts; `Logo`: docs/rules.md#site-pages; `Level`:
 * docs/rules.md#memberships; `Post`: docs/rules.md#posts).
 */
export const imageTypes = ['Avatar', 'Banner', 'Product', 'Alert', 'Logo', 'Level', 'Post'] as const;

export type ImageType = (typeof imageTypes)[number];

/** The widths in pixels that a picture can be asked for in; it is never enlarged. */
export const imageWidths = [64, 128, 192, 256, 384, 512, 768, 1024, 2048] as const;

/** An uploaded file has at most so many bytes. */
export const largestImageBytes = 10 * 1024 * 1024;

/** A picture has at most so many pixels. */
export const mostImagePixels = 40_000_000;
