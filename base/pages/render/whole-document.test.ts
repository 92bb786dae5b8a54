import { createElement, lazy, Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderWhole } from './whole-document.ts';

const page = (part: React.ReactNode) => createElement('html', null, createElement('body', null, part));
const whole = '<!DOCTYPE html><html><head></head><body><!--$--><p>here</p><!--/$--></body></html>';
const Part = () => createElement('p', null, 'here');
const failure = new Error('broken');
const Broken = () => {
  throw failure;
};

test('a document has its type and every part, one whose code is yet to come too', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const Late = lazy(async () => ({ default: Part }));
  const render = (part: React.ComponentType) =>
    renderWhole(page(createElement(Suspense, null, createElement(part))), { onError });
  expect(await render(Part)).toBe(whole);
  expect(await render(Late), 'its code comes').toBe(whole);
  expect(await render(Late), 'its code is here').toBe(whole);
  expect(errors).toEqual([]);
});

test('a failure in a part is reported, and one of the document is thrown', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const html = await renderWhole(page(createElement(Suspense, { fallback: 'waits' }, createElement(Broken))), {
    onError,
  });
  expect(html).toContain('waits');
  expect(errors).toEqual([failure]);
  await expect(renderWhole(page(createElement(Broken)), { onError })).rejects.toBe(failure);
});
