import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { serve } from './bare-server.ts';

/**
 * A separate process: requests the given address once, then answers every request with the same bytes and headers, with nothing but
 * `node:http`.
 */
async function main(url: string, headers: Record<string, string>): Promise<void> {
  const answers: Promise<IncomingMessage[]> = once(request(url, { headers }).end(), 'response');
  const [answer] = await answers;
  if (answer?.statusCode !== 200) throw new Error(`${url} answers ${answer?.statusCode}`);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const body = Buffer.concat(parts);
  const addedByNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  const head: string[] = [];
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2);
    if (!addedByNode.has(name.toLowerCase())) head.push(name, value);
  }
  await serve((_, response) => response.writeHead(200, head).end(body));
}

const [url = '', headers = '{}'] = process.argv.slice(2);
await main(url, JSON.parse(headers));
