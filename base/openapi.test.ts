import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiDocsPage } from './api-docs.server.ts';
import { nothing, post } from './call.ts';
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

test('its readable form runs no script and shows text as text', () => {
  const page = apiDocsPage(document);
  expect(page.html).toContain('Rules &lt;b&gt;things&lt;/b&gt;');
  expect(page.html).not.toContain('<script');
  expect(page.policy).not.toContain('unsafe-inline');
});
