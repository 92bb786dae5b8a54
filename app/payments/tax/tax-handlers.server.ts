import { z } from 'zod';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { partOf, placeOf } from '#base/calls/list-places.server.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { parseInput } from '#base/calls/validation.server.ts';
import { readUploadForm } from '#base/http/body/upload-form.server.ts';
import { minor } from '#base/money/money.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import { writeFiscalReceipt } from '../fiscal-receipts-store.server.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { readTaxCodes } from './read-tax-codes.server.ts';
import { countMissing, lockDue, readMissing, waiveDue } from './receipts-due-store.server.ts';
import { taxCalls } from './tax.calls.ts';
import { findTaxCodes, readTaxCodeList, replaceTaxCodes } from './tax-codes-store.server.ts';
import { lockTaxDefaults, readTaxDefaults, writeTaxDefaults } from './tax-defaults-store.server.ts';
import { receiptNotAwaited, taxDefaultsChanged } from './tax-failures.ts';
import { largestListBytes } from './tax-rules.ts';

const uploadBudget: Budget = {
  name: 'tax-codes-upload',
  points: 20,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

const form = taxCalls.uploadTaxCodes.parts.extend({ file: z.instanceof(Buffer, { error: 'Выберите файл' }) });

const limits = {
  names: Object.keys(form.shape),
  fileBytes: largestListBytes,
  textBytes: 1_024,
  tooLarge: 'Файл больше 20 МБ',
};

async function upload(context: CallContext) {
  await context.limits.spend(uploadBudget, callerOf(context).userId);
  const { file, name } = parseInput(form, await readUploadForm(context.request, limits));
  const codes = await readTaxCodes(file);
  const fileName = [...(cleanLine(name) ?? 'codes.csv')].slice(0, 100).join('');
  await context.transaction(async (tx) => {
    await replaceTaxCodes(tx, codes, fileName);
    await context.record(tx, { details: { fileName, count: codes.length } });
  });
  return { count: codes.length };
}

/** Handlers of the calls about fiscal receipts. */
export const createTaxHandlers = ({
  receiptHours: hours,
  taxItem: configured = null,
}: Pick<PaymentDeps, 'receiptHours' | 'taxItem'>): Handlers<typeof taxCalls> => ({
  taxDefaults: async (_, { db }) => ({ ...(await readTaxDefaults(db)), configured }),
  changeTaxDefaults: async ({ body: { version, ...defaults } }, context) => {
    await context.transaction(async (tx) => {
      const current = await lockTaxDefaults(tx);
      if (version !== current) throw taxDefaultsChanged();
      await writeTaxDefaults(tx, defaults);
    });
    return {};
  },
  taxCodes: async ({ query: { Search, Take } }, { db }) => ({ items: await findTaxCodes(db, Search, Take) }),
  taxCodeList: async (_, { db }) => {
    const list = await readTaxCodeList(db);
    return { list: list && { ...list, uploadedAt: list.uploadedAt.toISOString() } };
  },
  uploadTaxCodes: async (_, context) => upload(context),
  missingReceipts: async ({ query: { After, Take: take } }, { db }) => {
    const asked = { hours, after: placeOf(After), take: take + 1 };
    const [rows, count] = await Promise.all([readMissing(db, asked), countMissing(db, hours)]);
    const { part, next } = partOf(rows, take, ({ id, placeAt }) => ({ id, at: placeAt }));
    const items = part.map(({ paymentId, kind, paidFor, reference, system, amount, isNamed, since }) => {
      const sum = minor(amount);
      return { paymentId, kind, paidFor, reference, system, amount: sum, isNamed, since: since.toISOString() };
    });
    return { items, count, hours, next };
  },
  registerReceipt: async ({ body: { paymentId, kind, sign, qrUrl } }, context) => {
    await context.transaction(async (tx) => {
      const due = await lockDue(tx, paymentId, kind);
      if (due !== 'awaited' && due !== 'waived') throw receiptNotAwaited(due);
      await writeFiscalReceipt(tx, paymentId, { kind, sign, terminal: '', receiptId: '', qrUrl: qrUrl ?? '' });
    });
    return {};
  },
  waiveReceipt: async ({ body: { paymentId, kind, reason } }, context) => {
    await context.transaction(async (tx) => {
      const due = await lockDue(tx, paymentId, kind);
      if (due !== 'awaited') throw receiptNotAwaited(due);
      await waiveDue(tx, { paymentId, kind, reason });
    });
    return {};
  },
});
