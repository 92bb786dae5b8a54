import { systemTitles } from '#app/payments/payment-systems.ts';
import { subtract } from '#base/money/money.ts';
import { openPaper, type Paper, type PaperColumn } from '#base/pdf/paper.server.ts';
import { dateText } from '#base/text/dates.ts';
import type { Locale, Translated } from '#base/text/locales.ts';
import { percentText } from '#base/text/percent-text.ts';
import { paperWords } from '../paper-words.server.ts';
import { type Printing, printFacts, printOperator, sumText } from '../printed.server.ts';
import type { Receipt } from '../receipts.calls.ts';
import { fiscalNumbers } from './fiscal-numbers.ts';

const columns: readonly PaperColumn[] = [
  { share: 0.36 },
  { share: 0.2 },
  { share: 0.1, isNumber: true },
  { share: 0.17, isNumber: true },
  { share: 0.17, isNumber: true },
];

const totals: readonly PaperColumn[] = [{ share: 0.6 }, { share: 0.4, isNumber: true }];

/** What the tax service calls a line; null: it is not known. */
function taxText({ itemCode, packageCode, unit, vat }: Receipt['lines'][number], language: Locale): string | null {
  if (itemCode === '') return null;
  const { itemCode: code, packageCode: pack, unit: measure, vat: tax } = paperWords;
  const named: readonly (readonly [Translated, string])[] = [
    [code, itemCode],
    [pack, packageCode],
    [measure, unit],
    [tax, vat === null ? '' : percentText(vat, language)],
  ];
  return named
    .filter(([, value]) => value !== '')
    .map(([word, value]) => `${word[language]} ${value}`)
    .join(' · ');
}

function printLines(paper: Paper, receipt: Receipt, printing: Printing): void {
  const { language } = printing;
  const { what, creator, quantity, price, sum } = paperWords;
  const heads = [what, creator, quantity, price, sum].map((word) => word[language]);
  paper.row(columns, heads, { size: 9, isQuiet: true });
  paper.rule();
  for (const line of receipt.lines) {
    const { kind, creatorName, quantity, price, discount, amount } = line;
    const name = kind === 'product' ? line.name : paperWords[kind][language];
    const less = discount > 0 ? `, ${paperWords.discount[language]} ${sumText(discount, printing)}` : '';
    const cells = [`${name}${less}`, creatorName, String(quantity)];
    paper.row(columns, [...cells, sumText(price, printing), sumText(amount, printing)], { size: 9 });
    const taxed = taxText(line, language);
    if (taxed !== null) paper.text(taxed, { size: 8, isQuiet: true });
  }
  paper.rule();
}

function printTotals(paper: Paper, { total, commission, refunded }: Receipt, printing: Printing): void {
  const { language } = printing;
  paper.space(4);
  paper.row(totals, [paperWords.total[language], sumText(total, printing)], { size: 14, isBold: true });
  if (commission > 0)
    paper.row(totals, [paperWords.commission[language], sumText(commission, printing)], { size: 9, isQuiet: true });
  if (refunded === 0) return;
  paper.row(totals, [paperWords.refunded[language], sumText(refunded, printing)]);
  paper.row(totals, [paperWords.rest[language], sumText(subtract(total, refunded), printing)], { isBold: true });
}

/** The name of a payment system for payers: our own card form has none. */
function systemName(system: Receipt['system'], language: Locale): string {
  return system === 'gateway' ? paperWords.bankCard[language] : systemTitles[system];
}

const fiscalText = (fiscal: Receipt['fiscal']) =>
  fiscal && [fiscalNumbers(fiscal), fiscal.qrUrl].filter(Boolean).join(' · ');

/** A receipt as a document; times are those of `timeZone`. */
export async function receiptPaper(
  receipt: Receipt,
  printing: Printing & { readonly timeZone: string },
): Promise<Paper> {
  const { language, timeZone } = printing;
  const { kind, number, operator, paidAt, payer, delivery, system, fiscal, refunds } = receipt;
  const heading = paperWords.receipt[language];
  const title = kind === 'order' ? `${heading}. ${paperWords.order[language]} ${number}` : heading;
  const paper = await openPaper({ title, language, footer: operator.name });
  printOperator(paper, operator, language);
  paper.text(title, { size: 20, isBold: true });
  paper.space(10);
  printFacts(paper, [
    [paperWords.number[language], number],
    [
      paperWords.paidAt[language],
      `${dateText(paidAt, language, { date: 'long', time: 'short', timeZone })} (${timeZone})`,
    ],
    [paperWords.payer[language], payer],
    [paperWords.delivery[language], delivery],
    [paperWords.system[language], systemName(system, language)],
    [paperWords.fiscal[language], fiscalText(fiscal)],
    ...refunds.map((one) => [paperWords.refundFiscal[language], fiscalText(one.fiscal)] as const),
  ]);
  if (fiscal?.qrUrl) paper.code(fiscal.qrUrl);
  paper.space(14);
  printLines(paper, receipt, printing);
  printTotals(paper, receipt, printing);
  return paper;
}
