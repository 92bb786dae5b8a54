import type { findPayout } from '#app/payouts/payouts.server.ts';
import { openPaper, type Paper } from '#base/pdf/paper.server.ts';
import { dateText } from '#base/text/dates.ts';
import { paperWords, taxNumberWords } from '../paper-words.server.ts';
import { type Operator, type Printing, printFacts, printOperator, sumText } from '../printed.server.ts';

interface ActOfPayout {
  readonly payout: NonNullable<Awaited<ReturnType<typeof findPayout>>>;
  readonly creatorName: string;
  /** Of the creator, whole: the act is for the creator and the bookkeeper. */
  readonly taxNumber: string | null;
  readonly operator: Operator;
}

/** The act of a payout as a document; until it is paid, its request. Times are those of the country. */
export async function actPaper(
  { payout, creatorName, taxNumber, operator }: ActOfPayout,
  printing: Printing,
): Promise<Paper> {
  const { language, country } = printing;
  const { id, act, amount, cardMask, state, bankReference, reason, createdAt, decidedAt } = payout;
  const at = (moment: string) =>
    dateText(moment, language, { date: 'long', time: 'short', timeZone: country.timeZone });
  const title = state === 'Paid' ? paperWords.act[language] : paperWords.request[language];
  const paper = await openPaper({ title, language, footer: operator.name });
  printOperator(paper, operator, language);
  paper.text(title, { size: 20, isBold: true });
  paper.space(10);
  printFacts(paper, [
    [paperWords.number[language], act ?? id],
    [paperWords.creator[language], creatorName],
    [taxNumberWords(taxNumber ?? '')[language], taxNumber],
    [paperWords.card[language], cardMask],
    [paperWords.sum[language], sumText(amount, printing)],
    [paperWords.state[language], paperWords[state][language]],
    [paperWords.requestedAt[language], at(createdAt)],
    [paperWords.decidedAt[language], decidedAt === null ? null : at(decidedAt)],
    [paperWords.transfer[language], bankReference],
    [paperWords.reason[language], reason],
  ]);
  return paper;
}
