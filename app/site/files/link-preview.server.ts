import sharp from 'sharp';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';

export interface LinkPreview {
  readonly userName: string;
  /** As the public calls return it: null if the creator hides it. */
  readonly name: string | null;
  /** The avatar in any format that sharp reads. */
  readonly avatar?: Buffer;
}

const width = 1200;
const height = 630;
const face = 224;
const mark =
  '<g transform="translate(1072 494) scale(2.5)"><path fill="#C2334D" d="M14 1h4v4h4v4h4v4h4v6h-4v4h-4v4h-4v4h-4v-4h-4v-4H6v-4H2v-6h4V9h4V5h4z"/><path fill="#E9A23B" d="M14 8h4v3h3v3h3v4h-3v3h-3v3h-4v-3h-3v-3H8v-4h3v-3h3z"/><path fill="#FBF8F3" d="M14 13h4v6h-4z"/></g>';

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0) ?? 32};`);
}

/** Shortens a text by code points, so that no emoji is split. */
function shortened(text: string, longest: number): string {
  const signs = [...text];
  return signs.length <= longest ? text : `${signs.slice(0, longest - 1).join('')}…`;
}

async function portrait({ userName, name, avatar }: LinkPreview): Promise<Buffer> {
  const { ground, ink } = ikatColour(userName);
  const initial = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${face}" height="${face}"><path fill="${ground}" d="M0 0h${face}v${face}H0z"/><text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Onest,Arial,sans-serif" font-weight="700" font-size="104" fill="${ink}">${escaped(initialOf(name ?? userName))}</text></svg>`,
  );
  const circle = Buffer.from(
    `<svg width="${face}" height="${face}"><circle cx="${face / 2}" cy="${face / 2}" r="${face / 2}"/></svg>`,
  );
  const cut = (picture: Buffer) =>
    sharp(picture)
      .rotate()
      .resize(face, face, { fit: 'cover' })
      .composite([{ input: circle, blend: 'dest-in' }])
      .png()
      .toBuffer();
  // An unreadable avatar must not break the preview.
  return avatar === undefined ? cut(initial) : cut(avatar).catch(() => cut(initial));
}

/**
 * The picture that messengers show beside a link to a creator: ikat, avatar and name. A PNG of 1200×630, the size of Open Graph. The name
 * is drawn with fonts of the machine.
 */
export async function drawLinkPreview(preview: LinkPreview): Promise<Buffer> {
  const { userName, name } = preview;
  const cloth = Buffer.from(ikatSvg(userName, { width, height: 350, scheme: 'light' }));
  const title = escaped(shortened(name ?? `@${userName}`, 28));
  const text = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Onest,Arial,DejaVu Sans,sans-serif"><circle cx="192" cy="370" r="${face / 2 + 10}" fill="#FBF8F3"/><text x="336" y="450" font-size="64" font-weight="700" fill="#1C1917">${title}</text><text x="336" y="508" font-size="34" fill="#6B6158">opora · @${escaped(shortened(userName, 30))}</text>${mark}</svg>`,
  );
  return sharp({ create: { width, height, channels: 3, background: '#FBF8F3' } })
    .composite([
      { input: cloth, left: 0, top: 0 },
      { input: text, left: 0, top: 0 },
      { input: await portrait(preview), left: 192 - face / 2, top: 370 - face / 2 },
    ])
    .png({ compressionLevel: 9, palette: true, colours: 128 })
    .toBuffer();
}

/** The preview of the site itself. */
export async function drawSitePreview(): Promise<Buffer> {
  return drawLinkPreview({ userName: 'opora', name: 'Опора' });
}
