import { once } from 'node:events';
import { createServer } from 'node:net';

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number) => Buffer.from([value >> 24, value >> 16, value >> 8, value].map((byte) => byte & 0xff));
const text = (value: string) => Buffer.from(`${value}\0`);

function rowOf(name: string, value: string): Buffer {
  const column = Buffer.concat([text(name), int32(0), int16(0), int32(23), int16(4), int32(-1), int16(0)]);
  return Buffer.concat([
    message('T', int16(1), column),
    message('D', int16(1), int32(value.length), Buffer.from(value)),
    message('C', text('SELECT 1')),
    message('Z', Buffer.from('I')),
  ]);
}

/** Speaks as much of PostgreSQL's protocol as it takes to be asked for its version. */
export async function startFakePostgres(version: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]));
      socket.on('data', (bytes) => {
        if (bytes[0] === 0x51) socket.write(rowOf('version', String(version)));
        else socket.end();
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  return {
    url: `postgres://opora:secret@127.0.0.1:${port}/opora`,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
