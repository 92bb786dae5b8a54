import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { createPerson } from '#app/profile/new-person.server.ts';
import type { ImageServer } from './image-server.ts';

const uploaded = z.object({
  success: z.literal(true),
  data: z.strictObject({ name: z.string(), width: z.int(), height: z.int() }),
});

/** Noise on the accent colour, which no encoder makes small. */
export function photo(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#c2334d', noise } });
}

/** A PNG of so many black pixels a side in a few kilobytes; `side` is a multiple of 8. */
export function bombOf(side: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

export function formOf(bytes: Uint8Array, type = 'Avatar', fileName = 'photo.jpg'): FormData {
  const form = new FormData();
  form.set('name', fileName);
  form.set('type', type);
  form.set('file', new Blob([Buffer.from(bytes)]), fileName);
  return form;
}

let phones = 0;

/** Adds a person and answers his id, which is his token too. */
export async function newUser({ db }: ImageServer): Promise<string> {
  phones += 1;
  const phone = String(998_900_100_000 + phones);
  return (await db.transaction((tx) => createPerson(tx, { phone }))).userId;
}

export function send({ url }: Pick<ImageServer, 'url'>, body: FormData, user: string): Promise<Response> {
  return fetch(`${url}/api/Images`, { method: 'POST', headers: { authorization: `Bearer ${user}` }, body });
}

/** Uploads a picture that must be taken, as a new user. */
export async function upload(server: ImageServer, bytes: Uint8Array, type = 'Avatar') {
  const answer = await send(server, formOf(bytes, type), await newUser(server));
  return uploaded.parse(await answer.json()).data;
}

export function ask(
  { url }: Pick<ImageServer, 'url'>,
  query: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  return fetch(`${url}/api/Images/?${query}`, { headers, method });
}

export async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}
