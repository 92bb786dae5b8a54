import { serve } from './bare-server.ts';

/** A separate process in place of the payment gateway: it opens every payment at once and stores nothing. */
let opened = 0;
const prefix = `bench-${process.pid}-${Date.now()}`;
await serve((request, response) => {
  request.resume().on('end', () => {
    opened += 1;
    const expiresAt = new Date(Date.now() + 900_000).toISOString();
    const body = JSON.stringify({ id: `${prefix}-${opened}`, status: 'created', expiresAt });
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
});
