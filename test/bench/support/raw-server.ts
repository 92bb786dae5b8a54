import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';

/**
 * A process of its own: asks the address given once, then sends the very same bytes and headers to whoever asks, with
 * nothing but `node:http`. What every answer of the platform is compared with. Tells its port to the parent.
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
  const server = createServer((_, response) => {
    response.writeHead(200, head);
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
  process.on('disconnect', () => process.exit(0));
}

const [url = '', headers = '{}'] = process.argv.slice(2);
await main(url, JSON.parse(headers));
