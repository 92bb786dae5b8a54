import { z } from 'zod';
import { del, get, nothing, page, paging, post, put, uploadedFile } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { tooMuchHistory } from './import-failures.ts';
import { importSources, lineFaults } from './import-rules.ts';

const instant = z.iso.datetime();

const source = z.enum(importSources);

/** ISO 4217; null: the country's own currency. */
const currency = z.string().nullable();

const parts = z.strictObject({
  source,
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, { error: 'Укажите код валюты из трёх букв, например RUB' })
    .optional(),
  name: z.string().max(255).optional(),
  file: uploadedFile,
});

const { notFound, payloadTooLarge, tooManyRequests, unavailable, unsupportedMediaType } = failures;
const uploadErrors = [payloadTooLarge, unsupportedMediaType, tooManyRequests, unavailable];

/** Calls for a creator's history from other services (docs/rules.md#imported-history). */
export const importsCalls = {
  /** The caller's imported files, newest first. `isPublic`: his page shows their donations and donors (docs/rules.md#imported-history). */
  imports: get('Donate/Imports', {
    summary: 'Imported files',
    access: 'user',
    answer: z.object({
      isPublic: z.boolean(),
      count: z.int(),
      imports: z.array(z.object({ id: wireId, source, fileName: z.string(), count: z.int(), createdAt: instant })),
    }),
    errors: [],
  }),
  /** Whether the caller's page shows his imported donations and donors (docs/rules.md#imported-history). */
  showImports: put('Donate/Imports', {
    summary: 'Show or hide the imported history',
    access: 'user',
    body: z.strictObject({ isPublic: z.boolean() }),
    answer: nothing,
    errors: [notFound],
  }),
  /**
   * What an import of this file would add; it stores nothing. Multipart with `source`, `file` (CSV, or the JSON of the DonationAlerts API, at
   * most 10 MB and 50,000 lines), the `currency` of a file that names none (by default RUB) and, as the file is called, `name`. `known`: lines
   * imported before. `sums` of the others by currency, in main units; `faults`: the first 100 of `faultCount` lines that are left out, and
   * why. 400 with the fault in `fields.file` (docs/rules.md#imported-history).
   */
  previewImport: post('Donate/PreviewImport', {
    summary: 'What an import would add',
    access: 'user',
    transaction: 'own',
    form: 'upload',
    parts,
    answer: z.object({
      count: z.int(),
      known: z.int(),
      sums: z.array(z.object({ currency, count: z.int(), amount: money })),
      first: z.array(
        z.object({
          id: wireId,
          name: z.string().nullable(),
          message: z.string().nullable(),
          amount: money,
          currency,
          givenAt: instant,
        }),
      ),
      faultCount: z.int(),
      faults: z.array(z.object({ line: z.int(), reason: z.enum(lineFaults) })),
    }),
    errors: uploadErrors,
  }),
  /**
   * Imports the lines of a file that are new, in one transaction; the parts are those of `PreviewImport`. A file without a new line makes no import:
   * `id` is null. 409 `TooMuchHistory` (docs/rules.md#imported-history).
   */
  importFile: post('Donate/Import', {
    summary: 'Import a history',
    access: 'user',
    transaction: 'own',
    form: 'upload',
    parts,
    answer: z.object({ id: wireId.nullable(), added: z.int(), known: z.int(), faultCount: z.int() }),
    errors: [...uploadErrors, notFound, tooMuchHistory],
  }),
  /** Removes everything that an import added. 404: none with this id, or another person's (docs/rules.md#imported-history). */
  removeImport: del('Donate/Import', {
    summary: 'Remove an import as a whole',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound],
  }),
  /** The caller's imported donations, newest first, as the file had them; amounts in main units of `currency` (docs/rules.md#imported-history). */
  imported: get('Donate/Imported', {
    summary: 'Imported donations',
    access: 'user',
    query: z.object({ ...paging(10) }),
    answer: page(
      z.object({
        id: wireId,
        source,
        name: z.string().nullable(),
        message: z.string().nullable(),
        amount: money,
        currency,
        givenAt: instant,
      }),
    ),
    errors: [],
  }),
};
