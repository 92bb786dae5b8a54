import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Serves on a free port for as long as the parent process lives, and sends it the port. */
export async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  server.keepAliveTimeout = 60_000;
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
  process.on('disconnect', () => process.exit(0));
}

/** Answers each request with the data in the product's envelope. */
export const envelope =
  (dataOf: (request: Parameters<RequestListener>[0]) => Promise<unknown>): RequestListener =>
  (request, response) => {
    dataOf(request).then(
      (data) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success: true, data })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  };
