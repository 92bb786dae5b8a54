import { type ClientRequest, get, type RequestOptions } from 'node:http';

/** Opens a widget's event stream. Resolves with its first event of the queue; `queued` gets each, the first included. */
export function openPageStream(
  url: string,
  options: RequestOptions,
  queued: (event: string) => void,
): Promise<ClientRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientRequest>();
  const request = get(url, options, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`));
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (!event.includes('event: queue\n')) continue;
        resolve(request);
        queued(event);
      }
    });
    response.on('error', () => undefined);
  }).on('error', reject);
  return promise;
}
