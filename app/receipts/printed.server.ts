import { type CountryProfile, sumIn } from '#app/country.ts';
import { readSiteSettings } from '#app/site/site-settings-store.server.ts';
import type { FileAnswer } from '#base/calls/call.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { type Minor, toMain } from '#base/money/money.ts';
import { siteNameOf } from '#base/pages/own-brand.ts';
import type { Paper, PaperColumn } from '#base/pdf/paper.server.ts';
import { attachment } from '#base/text/attachment.ts';
import type { Locale } from '#base/text/locales.ts';
import { taxNumberWords } from './paper-words.server.ts';
import type { Receipt } from './receipts.calls.ts';

/** Who runs the site and receives payments; empty texts are unknown. */
export type Operator = Receipt['operator'];

/** A language with the country's currency. */
export interface Printing {
  readonly language: Locale;
  readonly country: Pick<CountryProfile, 'currencyNames' | 'currencyCode' | 'timeZone'>;
}

/** `language`: of the name, where the site has none of its own. */
export async function readOperator(db: Queryable, language: Locale): Promise<Operator> {
  const { name, company, taxNumber, email, phone, telegram, address } = await readSiteSettings(db);
  return { name: siteNameOf({ name }, language), company, taxNumber, email, phone, telegram, address };
}

/** An amount with its currency. */
export function sumText(amount: Minor, { language, country }: Printing): string {
  return sumIn(country, language)(toMain(amount));
}

/** The operator's name and how to reach him, at the head of a document. */
export function printOperator(paper: Paper, operator: Operator, language: Locale): void {
  const { name, company, taxNumber, email, phone, telegram, address } = operator;
  paper.text(company || name, { isBold: true });
  if (taxNumber !== '') paper.text(`${taxNumberWords(taxNumber)[language]} ${taxNumber}`, { size: 9, isQuiet: true });
  const reach = [address, phone, email, telegram && `@${telegram}`].filter(Boolean).join(' · ');
  if (reach !== '') paper.text(reach, { size: 9, isQuiet: true });
  paper.space(16);
}

const pair: readonly PaperColumn[] = [{ share: 0.34 }, { share: 0.66 }];

/** Named facts, one under another; those that are null are left out. */
export function printFacts(paper: Paper, facts: readonly (readonly [name: string, value: string | null])[]): void {
  for (const [name, value] of facts) if (value !== null) paper.row(pair, [name, value]);
}

/** A finished document as the answer of a call; `name` without its extension, in plain letters. */
export async function pdfAnswer(paper: Paper, name: string): Promise<FileAnswer> {
  return {
    contentType: 'application/pdf',
    bytes: await paper.finish(),
    headers: attachment(`${name}.pdf`),
  };
}
