import { once } from 'node:events';
import { createServer } from 'node:http';

/** A process of its own that stands in for the payment provider: opens every payment at once and keeps nothing. */
let opened = 0;
const prefix = `bench-${process.pid}-${Date.now()}`;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    opened += 1;
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    const body = JSON.stringify({ id: `${prefix}-${opened}`, status: 'created', expiresAt });
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(0, '127.0.0.1');
server.keepAliveTimeout = 60_000;
await once(server, 'listening');
const address = server.address();
process.send?.(typeof address === 'object' ? address?.port : null);
process.on('disconnect', () => process.exit(0));
