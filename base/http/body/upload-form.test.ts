import { createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify, { type FastifyRequest } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { isCallFailure } from '#base/calls/errors.ts';
import { readUploadForm, type UploadForm } from './upload-form.server.ts';

const usual: UploadForm = { names: ['file'], fileBytes: 1_000_000, textBytes: 100, tooLarge: 'too large' };

/** Why the next form cannot be read. */
let refused = Promise.withResolvers<unknown>();
let handle: (asked: FastifyRequest) => Promise<unknown>;

const app = fastify();
await app.register(multipart);
app.post('/', async (asked) => {
  await handle(asked).then(refused.resolve, refused.resolve);
  return {};
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

/** An upload that has begun. */
function begin() {
  refused = Promise.withResolvers<unknown>();
  const asked = request(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=cut', 'content-length': '100000' },
  });
  asked.on('error', () => undefined);
  asked.write('--cut\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
  asked.write(Buffer.alloc(1_000));
  return asked;
}

test('a connection that is gone before the form is read ends the reading at once', async () => {
  const arrived = Promise.withResolvers<void>();
  handle = async (asked) => {
    arrived.resolve();
    await new Promise((resolve) => asked.raw.on('error', () => undefined).once('close', resolve));
    return readUploadForm(asked, usual);
  };
  const sent = begin();
  await arrived.promise;
  sent.destroy();
  expect(await refused.promise).toMatchObject({ status: 400 });
});

test('a connection that is cut while the form is read ends it too', async () => {
  const arrived = Promise.withResolvers<void>();
  handle = async (asked) =>
    readUploadForm(asked, { ...usual, take: async (file) => file.on('data', () => arrived.resolve()).toArray() });
  const sent = begin();
  await arrived.promise;
  sent.destroy();
  expect(await refused.promise).toMatchObject({ status: 400 });
});

test('a fault of the disk is no fault of whoever uploads', async () => {
  handle = async (asked) =>
    readUploadForm(asked, { ...usual, take: (file) => pipeline(file, createWriteStream('/dev/full')) });
  const sent = begin();
  const fault = await refused.promise;
  sent.destroy();
  expect([isCallFailure(fault), fault]).toEqual([false, expect.objectContaining({ code: 'ENOSPC' })]);
});
