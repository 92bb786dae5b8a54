import type { CountryProfile } from '#app/country.ts';
import { creatorsOf } from '#app/creators/creators.server.ts';
import type { Donations } from '#app/donations/donations.server.ts';
import { findPayout } from '#app/payouts/payouts.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput, FileAnswer } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { actPaper } from './act/act-paper.server.ts';
import { monthPaper, monthTable } from './month/month-files.server.ts';
import { pdfAnswer, readOperator } from './printed.server.ts';
import { type AskedReceipt, readReceipt } from './receipt/read-receipt.server.ts';
import { receiptPaper } from './receipt/receipt-paper.server.ts';
import { receiptsCalls } from './receipts.calls.ts';

type AskedQuery = Pick<CallInput<typeof receiptsCalls.read>['query'], 'payId' | 'orderId' | 'proof'>;

interface ReceiptsOptions {
  readonly country: CountryProfile;
  readonly donations: Pick<Donations, 'forReceipt'>;
}

async function payoutAct(
  { payoutId, Language: language }: CallInput<typeof receiptsCalls.payoutAct>['query'],
  context: CallContext,
  country: CountryProfile,
): Promise<FileAnswer> {
  const { userId, roles } = callerOf(context);
  const payout = await findPayout(context.db, payoutId);
  const isAllowed = payout?.personId === userId || roles.includes('admin');
  if (payout === null || !isAllowed) throw failures.notFound();
  const [creators, operator] = await Promise.all([
    creatorsOf(context.db, [payout.personId]),
    readOperator(context.db, language),
  ]);
  const { displayName: creatorName = '', taxNumber = null } = creators.get(payout.personId)?.project ?? {};
  return pdfAnswer(
    await actPaper({ payout, creatorName, taxNumber, operator }, { language, country }),
    `payout-${payout.act ?? payout.id}`,
  );
}

/** Throws unless either a donation or an order is named. The proof of the header counts as one of the query. */
function askedOf({ payId, orderId, proof }: AskedQuery, { request }: CallContext): Omit<AskedReceipt, 'language'> {
  const id = payId ?? orderId;
  if (id === undefined) throw failures.validationFailed({ fields: { payId: formMessages.required } });
  if (payId !== undefined && orderId !== undefined) {
    throw failures.validationFailed({ fields: { orderId: 'Лишнее поле' } });
  }
  const given = proof ?? request.headers.proof;
  return { id, proof: typeof given === 'string' ? given : undefined };
}

/** Whether a request prefers the file to the JSON. */
function wantsPdf({ request }: CallContext): boolean {
  const { accept = '' } = request.headers;
  return accept.includes('application/pdf') && !accept.includes('application/json');
}

function createHandlers({ country, donations: { forReceipt } }: ReceiptsOptions): Handlers<typeof receiptsCalls> {
  return {
    read: async ({ query: { Language: language, TimeZone: timeZone = country.timeZone, ...asked } }, context) => {
      const receipt = await readReceipt({ ...askedOf(asked, context), language }, context, forReceipt);
      if (!wantsPdf(context)) return receipt;
      return pdfAnswer(await receiptPaper(receipt, { language, country, timeZone }), `receipt-${receipt.number}`);
    },
    payoutAct: ({ query }, context) => payoutAct(query, context, country),
    month: async ({ query: { Month: month, Format: format, Language: language } }, { database }) => {
      const asked = { month, language, country };
      return format === 'csv' ? monthTable(database, asked) : monthPaper(database, asked);
    },
  };
}

/** Creates the area: receipts of payers, acts of payouts, the month of the bookkeeper. */
export function createReceipts(options: ReceiptsOptions) {
  return { calls: bindCalls(receiptsCalls, createHandlers(options)) } satisfies Area;
}
