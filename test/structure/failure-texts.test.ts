import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const russian = /\p{Script=Cyrillic}/u;

/** Russian in these files is no failure that a screen shows. */
const otherFiles = [
  'app/country.ts',
  'app/creators/look-alikes.ts',
  'app/creators/site-sound.ts',
  'app/creators/staff-titles.ts',
  'app/delivery/search/place-*.ts',
  'app/donations/give/donation-handlers.server.ts',
  'app/donations/imports/source-columns.ts',
  'app/donations/settings/stop-words-*.ts',
  'app/identity/codes/code-text.server.ts',
  'app/identity/passwords/password-strength.ts',
  'app/integrations/guide/*.ts',
  'app/integrations/read-api/*.ts',
  'app/integrations/readable-donation.ts',
  'app/integrations/sockets/*.ts',
  'app/notices/words/*.ts',
  'app/orders/list/order-list-store.server.ts',
  'app/payments/payment-lines.ts',
  'app/payments/systems/**',
  'app/profile/new-person.server.ts',
  'app/site/files/*.ts',
  'app/widgets/queue/alert-row-store.server.ts',
  'app/widgets/voice/speech-language.ts',
  'base/config/*.ts',
  'base/db/search.server.ts',
  'base/pages/broken-page.server.ts',
  'base/text/device-name.ts',
  'base/text/locales.ts',
  '**/*-words.server.ts',
  '**/*.test.ts',
];

/** Russian that stands beside failures and is none. */
const otherTexts = new Set([
  'Опора',
  'Зритель',
  'Звук',
  'Проверка связи',
  'Это тестовое оповещение: так зрители увидят настоящее',
  'Заказ № {0}',
  'Нарушение правил площадки',
]);

/** The text of a literal, with `{0}`, `{1}` and so on for what is put in. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join('');
}

function textsIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // Lingui's own texts are in the other catalogue.
    if (ts.isTaggedTemplateExpression(node)) return;
    const text = textOf(node);
    if (text !== null && russian.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

const files = globSync('{app,base}/**/*.ts', { cwd: root }).filter(
  (file) => !otherFiles.some((pattern) => matchesGlob(file, pattern)),
);
const texts = [...new Set(files.flatMap(textsIn))].filter((text) => !otherTexts.has(text)).sort();

test('the texts of failures are all listed: `vitest -u` writes the list, `npm run texts` the catalogues', async () => {
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('../../app/site/errors/failure-texts.txt');
});
