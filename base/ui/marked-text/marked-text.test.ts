import { expect, test } from 'vitest';
import { readMarkedText } from './marked-text.ts';

test('headings, paragraphs and lists are distinguished by the beginnings of their lines', () => {
  expect(readMarkedText('## One\nfirst\nsecond\n\nthird\n- a\n- **b** c\n### Two')).toEqual([
    { kind: 'heading', level: 2, line: [{ text: 'One' }] },
    { kind: 'paragraph', line: [{ text: 'first second' }] },
    { kind: 'paragraph', line: [{ text: 'third' }] },
    { kind: 'list', lines: [[{ text: 'a' }], [{ text: 'b', isBold: true }, { text: ' c' }]] },
    { kind: 'heading', level: 3, line: [{ text: 'Two' }] },
  ]);
});

test.each(['https://a.test/b', '/about/fees', 'mailto:a@b.test', 'tel:+998901234567'])('links to %s', (to) => {
  expect(readMarkedText(`see [this](${to}).`)).toEqual([
    { kind: 'paragraph', line: [{ text: 'see ' }, { text: 'this', to }, { text: '.' }] },
  ]);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert%281%29',
  'data:text/html,x',
  '//evil.test',
  '/\\evil.test',
  'a.test',
])('a link to %s is plain text', (to) => {
  const [block] = readMarkedText(`[this](${to})`);
  expect(block?.kind === 'paragraph' && block.line.some((span) => span.to !== undefined)).toBe(false);
});

test('HTML stays what was typed', () => {
  const text = '<img src=x onerror=alert(1)> & <b>bold</b>';
  expect(readMarkedText(text)).toEqual([{ kind: 'paragraph', line: [{ text }] }]);
});
