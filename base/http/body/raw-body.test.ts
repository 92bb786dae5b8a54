import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { registerEnvelope } from '../envelope.server.ts';
import { keepRawBodies, rawBodyOf } from './raw-body.server.ts';

const app = fastify({ bodyLimit: 1_000 });
registerEnvelope(app);
keepRawBodies(app);
app.post('/', async (request) => ({ body: request.body ?? 'none', raw: rawBodyOf(request).toString('latin1') }));
afterAll(() => app.close());

async function send(payload: string | Buffer, type = 'application/json') {
  const response = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });
  return { status: response.statusCode, body: response.json() };
}

describe('a JSON body', () => {
  it('is parsed, and its raw bytes are available', async () => {
    const text = '{ "a" : "ж" }';
    expect(await send(text)).toEqual({
      status: 200,
      body: { body: { a: 'ж' }, raw: Buffer.from(text).toString('latin1') },
    });
    expect((await send('[1]', 'application/json; charset=utf-8')).status).toBe(200);
  });

  it('may be missing', async () => {
    expect(await send('')).toEqual({ status: 200, body: { body: 'none', raw: '' } });
    const response = await app.inject({ method: 'POST', url: '/' });
    expect(response.json()).toEqual({ body: 'none', raw: '' });
  });

  it.each([
    '{',
    '{"a":1}}',
    "{'a':1}",
    'NaN',
    '{"__proto__":{"isAdmin":true}}',
    '{"a":{"__proto__":null}}',
    '{"\\u005f_proto__":1}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ])('is refused with 400 as %s', async (text) => {
    expect(await send(text)).toMatchObject({ status: 400, body: { error: { code: 'ValidationFailed' } } });
  });

  it('that is not UTF-8 is refused', async () => {
    expect((await send(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).status).toBe(400);
    expect((await send(Buffer.from('"a"', 'utf16le'))).status).toBe(400);
  });

  it.each([
    'text/plain',
    'application/jsonp',
    'application/json-seq',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
  ])('as %s is 415', async (type) => {
    expect(await send('{}', type)).toMatchObject({ status: 415, body: { error: { code: 'UnsupportedMediaType' } } });
  });

  it('over the limit is 413', async () => {
    expect((await send(`"${'a'.repeat(1_000)}"`)).status).toBe(413);
  });
});
