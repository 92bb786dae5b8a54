import { request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';

interface Sent {
  readonly text: string;
  /** As it travels, compressed by gzip. */
  readonly bytes: number;
}

/** A file as the server sends it to a browser that takes gzip only. */
function fetchFile(url: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
        if (response.statusCode === 200) resolve({ text: plain.toString(), bytes: bytes.length });
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end();
  });
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => (found === undefined ? [] : [found]));
}

/** Every module that the document loads without interaction, with its imports. */
async function scriptBytes(app: string, html: string): Promise<number> {
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

async function styleBytes(app: string, html: string): Promise<number> {
  const links = all(html, /<link([^>]+rel="stylesheet"[^>]*)>/g).flatMap((link) => all(link, /href="([^"]+)"/g));
  const files = await Promise.all([...new Set(links)].map((path) => fetchFile(new URL(path, app).href)));
  const inline = all(html, /<style[^>]*>([\s\S]*?)<\/style>/g).join('');
  return files.reduce((sum, { bytes }) => sum + bytes, inline === '' ? 0 : gzipSync(inline).length);
}

/** Kilobytes (gzip) of a first visit before the first interaction. */
export interface PageWeight {
  readonly scripts: number;
  readonly styles: number;
}

/** The response of a running server for a page. */
export async function weighPage(app: string, path: string): Promise<PageWeight> {
  const { text } = await fetchFile(new URL(path, app).href);
  return { scripts: (await scriptBytes(app, text)) / 1024, styles: (await styleBytes(app, text)) / 1024 };
}
