import { createServer } from 'node:http';

/** A program that answers everything alike, in JSON. */
export interface FixedAnswer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export async function startFixedAnswer(answer: unknown, status = 200): Promise<FixedAnswer> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
