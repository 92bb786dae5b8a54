import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Trans } from './trans.tsx';

const i18n = setupI18n({ locale: 'ru', messages: { ru: { said: [['name'], ' сказал <0>', ['words'], '</0>'] } } });

function said(values: Record<string, string>): string {
  const message = createElement(Trans, { id: 'said', values, components: { 0: createElement('b') } });
  return renderToStaticMarkup(createElement(I18nProvider, { i18n }, message));
}

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

it.each([
  ['Дильноза', '3 < 5'],
  ['<b>Дильноза</b>', '<0>тег</0>'],
  ['<1/>', '<script>x</script>'],
])('shows what people have typed as it is: %s, %s', (name, words) => {
  expect(said({ name, words })).toBe(`${escaped(name)} сказал <b>${escaped(words)}</b>`);
});
