import { gunzipSync, gzipSync } from 'node:zlib';
import type { Figure } from './table.ts';
import { userNameOf, widgetKeyOf } from './world.ts';

interface Sent {
  readonly text: string;
  /** As it travels, compressed by gzip. */
  readonly bytes: number;
}

/** A file as the server sends it to a browser that takes gzip only. */
async function fetchFile(url: string): Promise<Sent> {
  const { request } = await import('node:http');
  const body = await new Promise<{ bytes: Buffer; isZipped: boolean }>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const isZipped = response.headers['content-encoding'] === 'gzip';
        if (response.statusCode === 200) resolve({ bytes: Buffer.concat(parts), isZipped });
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });
  const plain = body.isZipped ? gunzipSync(body.bytes) : body.bytes;
  return { text: plain.toString(), bytes: body.bytes.length };
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => (found === undefined ? [] : [found]));
}

/** Every module that the document loads by itself, with what those import: nothing of it waits for the visitor. */
async function modulesOf(app: string, html: string): Promise<number> {
  const inline = all(html, /<script[^>]*>([\s\S]*?)<\/script>/g).join('\n');
  const waiting = [
    ...all(html, /<link[^>]+rel="modulepreload"[^>]+href="([^"]+)"/g),
    ...all(html, /<link[^>]+href="([^"]+)"[^>]+rel="modulepreload"/g),
    ...all(html, /<script[^>]+src="([^"]+)"/g),
    ...all(inline, /import\s*\(?(?:[^"'()]*from\s*)?["'](\/assets\/[^"']+\.js)["']/g),
  ];
  const seen = new Set<string>();
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const file = await fetchFile(new URL(path, app).href);
    bytes += file.bytes;
    const imported = all(file.text, /(?:^|[;}\s])(?:import|export)(?:[^"'();]*?from)?\s*["'](\.{1,2}\/[^"']+)["']/g);
    waiting.push(...imported.map((name) => new URL(name, new URL(path ?? '', app)).pathname));
  }
  return bytes;
}

async function stylesOf(app: string, html: string): Promise<number> {
  const links = all(html, /<link([^>]+rel="stylesheet"[^>]*)>/g).flatMap((link) => all(link, /href="([^"]+)"/g));
  const files = await Promise.all([...new Set(links)].map((path) => fetchFile(new URL(path, app).href)));
  const inline = all(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('');
  return files.reduce((sum, { bytes }) => sum + bytes, inline === '' ? 0 : gzipSync(inline).length);
}

function figure(what: string, bytes: number, most: number): Figure {
  return {
    ...{ what, value: bytes / 1024, unit: 'KB', note: 'gzip, before interaction' },
    goal: { is: 'at most', value: most, margin: 0 },
  };
}

/** How much a first visit brings, as the running product sends it. */
export async function measureSizes(app: string): Promise<Figure[]> {
  const { text: page } = await fetchFile(`${app}/${userNameOf(1)}`);
  const { text: market } = await fetchFile(`${app}/market`);
  const { text: widget } = await fetchFile(`${app}/widgets/notification?key=${widgetKeyOf(1)}`);
  return [
    figure('JavaScript of the creator page', await modulesOf(app, page), 150),
    figure('JavaScript of the market page', await modulesOf(app, market), 160),
    figure('JavaScript of the widget page', await modulesOf(app, widget), 110),
    figure('styles of the creator page', await stylesOf(app, page), 25),
    figure('styles of the widget page', await stylesOf(app, widget), 25),
  ];
}
