import { countAgentless, countUncalledCards } from '#app/payments/tax/checked-receipts-store.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { type Database, openDatabase } from '#base/db/db.server.ts';
import type { Check } from './examine.ts';

async function onDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase({ url, max: 1, applicationName: 'opora doctor' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Looks for card payments by Payme that it has not called about: then the endpoint is not entered there, and no receipt comes by itself. */
function checkCardCalls(databaseUrl: string, publicUrl: string): Check {
  return async () => {
    const { paid, uncalled, awaited } = await onDatabase(databaseUrl, countUncalledCards);
    const due = paid - awaited;
    if (paid === 0) return 'no card was charged at Payme in the last week';
    if (due === 0)
      return `Payme may still call about the card payments of the last minutes, ${awaited}: look again later`;
    if (uncalled === 0) return `Payme has called about each of the ${due} card payments of the last week`;
    return {
      note: `Payme has called about ${due - uncalled} of the ${due} card payments of the last week: enter ${publicUrl}/api/Payment/PaymeCard in its cabinet, else their fiscal receipts do not come by themselves`,
    };
  };
}

/** Looks for payments by Click whose receipts name the operator where a creator has sold. */
function checkAgents(databaseUrl: string): Check {
  return async () => {
    const { paid, agentless } = await onDatabase(databaseUrl, countAgentless);
    if (paid === 0) return 'nothing was paid by Click in the last 30 days';
    if (agentless === 0) return `each of the ${paid} payments by Click of the last 30 days names its creators`;
    return {
      note: `${agentless} of the ${paid} payments by Click of the last 30 days name CLICK_TAX_NUMBER instead of a creator: ask creators for the TIN or PINFL at /profile/balance`,
    };
  };
}

/** What is wrong with fiscal receipts, as far as the database shows it. */
export function receiptChecks(
  { PAYMENT, CLICK_TAX_NUMBER, publicUrl }: Config,
  databaseUrl: string,
): [string, Check][] {
  return [
    ...(PAYMENT.includes('payme-card')
      ? [['receipts of cards by payme', checkCardCalls(databaseUrl, publicUrl)] satisfies [string, Check]]
      : []),
    ...(PAYMENT.includes('click') && CLICK_TAX_NUMBER !== undefined
      ? [['creators on receipts of click', checkAgents(databaseUrl)] satisfies [string, Check]]
      : []),
  ];
}
