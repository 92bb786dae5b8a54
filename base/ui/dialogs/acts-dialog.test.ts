import { createElement, createRef, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ActsDialog } from './acts-dialog.tsx';
import classes from './dialog.module.css';

const drawn = (lead?: ReactNode) =>
  renderToStaticMarkup(
    createElement(ActsDialog, { ref: createRef(), title: 'Удалить?', lead, acts: 'Удалить', onClose: () => undefined }),
  );

const place = `class="${classes.lead}"`;

it('says what it is about below its title', () => {
  expect(drawn('Вернуть нельзя')).toContain(`</h2><div ${place}>Вернуть нельзя</div>`);
});

it.each([
  ['nothing', undefined],
  ['a part that is not there', false],
  ['parts that are not there', [false, null]],
])('keeps no room for %s', (_, lead) => {
  expect(drawn(lead)).not.toContain(place);
});
