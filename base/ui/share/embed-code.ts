/** The height of a frame that shows a creator's widget whole at a width of 360 px. */
export const wholeFrameHeight = 600;

/** What a frame on another site shows. */
interface Framed {
  /** It has no sign that HTML would read. */
  readonly address: string;
  readonly title: string;
  readonly height: number;
}

/** The code of a frame for another site. */
export function frameCode({ address, title, height }: Framed): string {
  const size = `width="100%" height="${height}" style="max-width:640px;border:0"`;
  return `<iframe src="${address}" title="${title}" ${size} loading="lazy"></iframe>`;
}
