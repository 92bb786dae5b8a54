import sharp from 'sharp';
import { z } from 'zod';
import { idOf } from '#test/bench/growth/ids.ts';
import { compareAddresses } from '#test/bench/support/load.ts';
import { startRawServer } from '#test/bench/support/processes.ts';
import { atLeast, type Figure } from './table.ts';
import { signInPeople } from './tokens.ts';
import type { World } from './world.ts';

const uploaded = z.object({ data: z.object({ name: z.string() }) });
const widths = [256, 1024];

/** Uploads noise, which no encoder makes small, of the size of a phone's photo. */
async function upload(app: string, token: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#c2334d', noise } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('name', 'photo.jpg');
  form.set('type', 'Banner');
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app}/api/Images`, { method: 'POST', headers, body: form });
  return uploaded.parse(await answer.json()).data.name;
}

/** Cached pictures against the same bytes sent by nothing but `node:http`. */
export async function measureImages(app: string, world: World): Promise<Figure[]> {
  const [token = ''] = await signInPeople(world.databaseUrl, { userId: idOf.person(3) });
  const name = await upload(app, token);
  const figures: Figure[] = [];
  for (const width of widths) {
    const url = `${app}/api/Images/?name=${name}&w=${width}`;
    const raw = await startRawServer(url);
    try {
      const compared = await compareAddresses(url, raw.url);
      figures.push(atLeast(`picture, ${width} pixels / bare node:http, same bytes`, compared, 0.85));
    } finally {
      await raw.stop();
    }
  }
  return figures;
}
