import { expect, it } from 'vitest';
import { pdfCode } from '#test/support/pdf-code.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import { openPaper, type Paper, type PaperColumn } from './paper.server.ts';

async function fileWith(fill: (paper: Paper) => void): Promise<Buffer> {
  const paper = await openPaper({ title: 'Чек (1) \\ <</JS>>', language: 'ru', footer: 'Опора' });
  fill(paper);
  return paper.finish();
}

const textsWith = async (text: string) => pdfTexts(await fileWith((paper) => paper.text(text)));

it('writes Cyrillic, Uzbek and what looks like a command of the file as they are', async () => {
  const hostile = 'Оʻzbekiston gʻalabasi, Дильноза Қодирова ў ҳ ғ) Tj ET (\\) >> endstream endobj <</JS (1)>>';
  const file = await fileWith((paper) => paper.text(hostile));
  expect((await pdfTexts(file)).join(' ').replace(/ +/g, ' ')).toContain(hostile);
});

it('leaves out emoji, and writes ? for letters that its font lacks', async () => {
  expect((await textsWith('Анна 🎉👩‍👩‍👧 и 日本\u0000\n!'))[0]).toBe('Анна и ?? !');
  expect(await textsWith('🎉')).toEqual(['Опора', '1 / 1']);
  expect((await textsWith('half \ud83c pair'))[0]).toBe('half pair');
});

it('draws a code that a phone reads, however long its address is', async () => {
  for (const text of ['https://ofd.soliq.uz/check?t=1', `https://ofd.soliq.uz/check?s=${'7'.repeat(400)}`]) {
    expect(await pdfCode(await fileWith((paper) => paper.code(text)))).toBe(text);
  }
});

it('breaks lines and words, and continues on further pages', async () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `слово${index}`);
  const texts = await textsWith(`${words.join(' ')} ${'щ'.repeat(400)}`);
  const body = texts.filter((text) => !/^(?:Опора|\d+ \/ \d+)$/.test(text)).join('');
  expect(body.replaceAll(' ', '')).toContain(`${words.join('')}${'щ'.repeat(400)}`);
  expect(texts.at(-1)).toMatch(/^[2-9] \/ [2-9]$/);
});

it('begins a page for a row that does not fit, and cuts one that no page holds', async () => {
  const columns = [{ share: 0.6 }, { share: 0.4, isNumber: true }];
  const file = await fileWith((paper) => {
    for (let row = 0; row < 100; row++) paper.row(columns, [`Строка ${row}`, `${row} 000`]);
    paper.row(columns, ['слово '.repeat(5_000), '1']);
    paper.row(columns, ['Последняя', '2']);
  });
  const texts = await pdfTexts(file);
  expect(texts).toContain('Строка 99');
  expect(texts).toContain('Последняя');
  expect(texts.at(-1)).toMatch(/^5 \/ 5$/);
});

it('keeps numbers whole in columns that are too narrow for them', async () => {
  const columns = [{ share: 0.22 }, ...Array<PaperColumn>(3).fill({ share: 0.13, isNumber: true })];
  const rows = [
    ['Автор', 'Изменение счёта', 'Заказы', 'Выплаты'],
    ['Итого', '-12\u00a0345\u00a0678\u00a0901,55', '1\u00a0234\u00a0567\u00a0890', '0'],
  ];
  const file = await fileWith((paper) => {
    for (const row of rows) paper.row(columns, row, { size: 8, isBold: true });
  });
  expect((await pdfTexts(file)).join('|')).toBe(
    'Автор|Изменение|счёта|Заказы|Выплаты|Итого|-12 345 678 901,55|1 234 567 890|0|Опора|1 / 1',
  );
});

it('embeds only the outlines that it uses', async () => {
  expect((await fileWith((paper) => paper.text('Чек № 1'))).length).toBeLessThan(16_000);
});
