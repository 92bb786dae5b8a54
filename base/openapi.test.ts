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

const document = openApiDocument([rule], { title: 'T', version: '1' });

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
  const made = openApiDocument([one, all], { title: 'T', version: '1' });
  expect(made.components.schemas).toMatchObject({ Thing: { properties: { id: { type: 'integer' } } } });
  expect(JSON.stringify(made.paths)).not.toContain('$defs');
  expect(JSON.stringify(made.paths['/api/Thing/All'])).toContain('{"$ref":"#/components/schemas/Thing"}');
  expect(apiDocsPage(made).html).toContain('<summary><code>Thing</code></summary>');
});

test('two schemas of one name are refused', () => {
  const call = (path: string, answer: z.ZodType) => get(path, { summary: '', access: 'guest', answer, errors: [] });
  const number = call('Thing/Number', z.array(z.object({ id: z.int() }).meta({ id: 'Thing' })));
  const text = call('Thing/Text', z.array(z.object({ id: z.string() }).meta({ id: 'Thing' })));
  expect(() => openApiDocument([number, text], { title: 'T', version: '1' })).toThrow('called Thing');
});

test('its readable form runs no script and shows text as text', () => {
  const page = apiDocsPage(document);
  expect(page.html).toContain('Rules &lt;b&gt;things&lt;/b&gt;');
  expect(page.html).not.toContain('<script');
  expect(page.policy).not.toContain('unsafe-inline');
});
