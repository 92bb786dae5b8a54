import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiDocsPage } from './api-docs.server.ts';
import { get, nothing, post } from './call.ts';
import { failure } from './errors.ts';
import { openApiDocument } from './openapi.server.ts';

const rule = post('Thing/Rule', {
  summary: 'Rules <b>things</b>',
  access: 'moderator',
  query: z.object({ id: z.int() }),
  body: z.strictObject({ name: z.string() }),
  answer: nothing,
  errors: [failure('SoldOut', 409, 'Закончилось')],
});

const about = {
  title: 'T',
  version: '1',
  description: 'Of things',
  license: 'AGPL-3.0-only',
  url: 'https://t.org',
  tags: { Thing: 'Things', Unused: 'Nothing' },
};

const document = openApiDocument([rule], about);

test('the API document names every call, its access and its failures', () => {
  expect(document.paths['/api/Thing/Rule']?.post).toMatchObject({
    'x-access': 'moderator',
    parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'integer' } }],
    requestBody: { content: { 'application/json': { schema: { additionalProperties: false } } } },
    responses: { 403: { description: 'Forbidden' }, 409: { description: 'SoldOut' } },
  });
});

test('a named schema stands in it once, and whatever refers to it leads there', () => {
  const thing = z.object({ id: z.int() }).meta({ id: 'Thing' });
  const one = get('Thing/One', { summary: 'One', access: 'guest', answer: thing, errors: [] });
  const all = get('Thing/All', { summary: 'All', access: 'guest', answer: z.array(thing), errors: [] });
  const made = openApiDocument([one, all], about);
  expect(made.components.schemas).toMatchObject({ Thing: { properties: { id: { type: 'integer' } } } });
  expect(JSON.stringify(made.paths)).not.toContain('$defs');
  expect(JSON.stringify(made.paths['/api/Thing/All'])).toContain('{"$ref":"#/components/schemas/Thing"}');
  expect(apiDocsPage(made).html).toContain('<summary><code>Thing</code></summary>');
});

test('two schemas of one name are refused', () => {
  const call = (path: string, answer: z.ZodType) => get(path, { summary: '', access: 'guest', answer, errors: [] });
  const number = call('Thing/Number', z.array(z.object({ id: z.int() }).meta({ id: 'Thing' })));
  const text = call('Thing/Text', z.array(z.object({ id: z.string() }).meta({ id: 'Thing' })));
  expect(() => openApiDocument([number, text], about)).toThrow('called Thing');
});

test('its readable form runs no script and shows text as text', () => {
  const page = apiDocsPage(document);
  expect(page.html).toContain('Rules &lt;b&gt;things&lt;/b&gt;');
  expect(page.html).not.toContain('<script');
  expect(page.policy).not.toContain('unsafe-inline');
});

test('it says where it is served, what each group of calls is about, and which calls need a token', () => {
  const one = get('Thing/', { summary: 'One', access: 'guest', answer: nothing, errors: [] });
  const made = openApiDocument([one, rule], about);
  expect(made.servers).toEqual([{ url: 'https://t.org' }]);
  expect(made.info).toMatchObject({ license: { identifier: 'AGPL-3.0-only' }, contact: { url: 'https://t.org' } });
  expect(made.tags).toEqual([{ name: 'Thing', description: 'Things' }]);
  expect(made.paths['/api/Thing']?.get).toMatchObject({ security: [], operationId: 'get_Thing' });
  expect(made.paths['/api/Thing/Rule']?.post).toMatchObject({ security: [{ bearer: [] }] });
  expect(JSON.stringify(made.paths['/api/Thing/Rule'])).toContain('- 409 `SoldOut`: Закончилось');
  expect(() => openApiDocument([one], { ...about, tags: {} })).toThrow('Thing');
});

test('a list of fixed length has items and its length', () => {
  const answer = z.object({ point: z.tuple([z.number(), z.number()]), pair: z.tuple([z.number(), z.string()]) });
  const one = get('Thing/One', { summary: 'One', access: 'guest', answer, errors: [] });
  const shown = JSON.stringify(openApiDocument([one], about).paths);
  expect(shown).toContain('"point":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2}');
  expect(shown).toContain('"prefixItems":[{"type":"number"},{"type":"string"}],"items":{},"minItems":2,"maxItems":2');
});
