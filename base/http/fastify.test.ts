import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { failures } from '#base/calls/errors.ts';
import { closeServer } from './close-server.server.ts';
import { sendFailure } from './envelope.server.ts';
import { createFastify } from './fastify.server.ts';

/** Bytes of which the first comes at once, and the next never. */
function endless(): Readable {
  const bytes = new Readable({ read: () => undefined });
  bytes.push('a');
  return bytes;
}

test('an address that cannot be read or has an endless part is refused in the envelope', async () => {
  const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined });
  app.get('/api/Thing/:id', async () => ({}));
  await app.ready();
  expect((await app.inject('/api/Thing/1')).statusCode).toBe(200);
  for (const url of ['/api/Thing/%E0%A4%A', `/api/Thing/${'x'.repeat(2_000)}`]) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ success: false, data: null })]);
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  }
  await app.close();
});

test('a client that disconnects during its request is not logged as a server error', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const app = await createFastify({ log, trustProxy: undefined });
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.post('/api/Thing', async () => ({}));
  const failed: number[] = [];
  const answered = new Promise<void>((resolve) => {
    app.addHook('onSend', async (_, reply) => {
      failed.push(reply.statusCode);
      resolve();
    });
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const reached = once(app.server, 'request');
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.write(
    'POST /api/Thing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  );
  await reached;
  socket.destroy();
  await answered;
  expect([failed, lines]).toEqual([[400], []]);
  await app.close();
});

test('a refusal of what is too much is no error line, a failure is one', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const app = await createFastify({ log, trustProxy: undefined });
  app.setErrorHandler((error, request, reply) => sendFailure(request, reply, error));
  app.get('/refused', () => Promise.reject(failures.unavailable({ retryAfter: 3 })));
  app.get('/failed', () => Promise.reject(new Error('broken')));
  const refused = await app.inject('/refused');
  expect([refused.statusCode, refused.headers['retry-after'], lines]).toEqual([503, '3', []]);
  expect((await app.inject('/failed')).statusCode).toBe(500);
  expect(lines).toHaveLength(1);
  await app.close();
});

test('what is no page loads and runs nothing when it is opened by itself, unless it has a policy of its own', async () => {
  const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined });
  app.get('/data', async () => ({}));
  app.get('/document', async (_, reply) => reply.header('Content-Security-Policy', "style-src 'self'").send('x'));
  const policyAt = async (url: string) => (await app.inject(url)).headers['content-security-policy'];
  expect(await policyAt('/data')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await policyAt('/missing')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await policyAt('/document')).toBe("style-src 'self'");
  await app.close();
});

test('an address that a stranger writes into his request is not believed, only that of a proxy which is named', async () => {
  for (const [trustProxy, address] of [
    [undefined, '127.0.0.1'],
    ['10.0.0.1', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9'],
  ] as const) {
    const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy });
    app.get('/', async (request) => request.ip);
    expect((await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.9' } })).body).toBe(address);
    await app.close();
  }
});

test('behind one proxy that masks addresses nobody can write one of his own, where the number of proxies is named', async () => {
  const masked = '10.0.0.7';
  const forged = '203.0.113.9';
  for (const [trustProxy, address] of [
    ['127.0.0.1,10.0.0.0/8', forged],
    ['1', masked],
  ] as const) {
    const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy });
    app.get('/', async (request) => request.ip);
    expect((await app.inject({ url: '/', headers: { 'x-forwarded-for': `${forged}, ${masked}` } })).body).toBe(address);
    await app.close();
  }
});

test('while it ends, calls are refused, pages are still sent, and each answer ends its connection', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const app = await createFastify({
    log: pino({ level: 'silent' }),
    trustProxy: undefined,
    front: (handler) => (request, response) =>
      request.url === '/cached' ? void response.end('cached') : handler(request, response),
  });
  app.get('/api/slow', async () => held);
  app.get('/api/quick', async () => 'quick');
  app.get('/page', async () => 'page');
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const asked = ['/api/quick', '/page', '/cached'].map((path) => ({ path, socket: connect(port, '127.0.0.1') }));
  for (const { socket } of asked) socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n');
  for (let begun = 0; begun < asked.length; begun += 1) await once(app.server, 'request');
  const ending = once(app.server, 'close');
  const closed = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  for (const { path, socket } of asked) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  for (const _ of asked) await once(app.server, 'request');
  letGo();
  const answers = await Promise.all(asked.map(({ socket }) => text(socket)));
  const last = answers.map((answer) => answer.slice(answer.lastIndexOf('HTTP/1.1 ')));
  expect(last.map((answer) => answer.slice(9, 12))).toEqual(['503', '200', '200']);
  for (const answer of last) expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  await Promise.all([closed, ending]);
});

test('a closing server cuts a download and an upload that last, and completes what it works at', async () => {
  const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: undefined, transferMilliseconds: 50 });
  const working = Promise.withResolvers<void>();
  app.get('/download', (_request, reply) => reply.send(endless()));
  app.post('/upload', async () => ({}));
  app.get('/work', async () => {
    await working.promise;
    return 'done';
  });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const download = connect({ port: Number(address.port), host: '127.0.0.1' });
  download.write('GET /download HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(download, 'data');
  const upload = connect({ port: Number(address.port), host: '127.0.0.1' });
  upload.resume();
  const reached = once(app.server, 'request');
  upload.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  await reached;
  const asked = once(app.server, 'request');
  const work = fetch(new URL('/work', address));
  await asked;
  const cut = Promise.all([once(download, 'close'), once(upload, 'close')]);
  const closed = closeServer(app);
  await cut;
  working.resolve();
  expect(await (await work).text()).toBe('done');
  await closed;
});
