import { z } from 'zod';
import { get, nothing, put } from '#base/calls/call.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine, seenText } from '#base/calls/text-wire.ts';
import { email, emailMessage } from '#base/text/email-rule.ts';
import { taxNumberFault, taxNumberPattern } from '#base/text/tax-number.ts';
import { sitePages } from '../texts/site-pages.ts';
import { longestName, longestText, siteChanged } from './site-failures.ts';

const instant = z.iso.datetime();

const tooLong = (bound: number) => ({ error: `Максимальная длинна текста ${String(bound)} символов` });
const line = (bound: number) => seenLine().max(bound, tooLong(bound));

/** How to reach the operator; empty: unknown. */
const contacts = {
  company: line(200),
  email: line(200).refine((text) => text === '' || email(text) === null, { error: emailMessage }),
  phone: line(30).regex(/^(?:\+?\d[\d ()-]{4,})?$/, { error: 'Только цифры, пробелы, скобки и дефисы' }),
  telegram: line(32).regex(/^(?:[a-z]\w{4,31})?$/i, {
    error: 'Имя латиницей, без @ и без ссылки, от 5 до 32 символов',
  }),
  address: line(300),
  taxNumber: line(14).refine((text) => text === '' || taxNumberPattern.test(text), { error: taxNumberFault }),
};

const settings = {
  name: line(longestName),
  logo: line(100),
  accent: z.string().regex(/^(?:#[0-9a-f]{6})?$/, { error: 'Цвет вида #1f4e9c' }),
  ...contacts,
};

const shownSettings = z.object({
  name: z.string(),
  logo: z.string(),
  accent: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  telegram: z.string(),
  address: z.string(),
  taxNumber: z.string(),
});

const texts = { ru: z.string(), uz: z.string(), en: z.string() };
const writtenText = seenText().max(longestText, tooLong(longestText));
const page = z.enum(sitePages);
const version = z.string().max(64);

/** Brand, contacts and pages of the operator (docs/rules.md#site-pages). */
export const siteSettingsCalls = {
  /**
   * A page of the operator in all languages, as written: `{…}` stand for `facts`. `changedAt`: when the operator saved it; null: it is the
   * product's own. Sums in main units (docs/rules.md#site-pages).
   */
  page: get('Site/Page', {
    summary: 'A page of the operator: help, fees, terms, privacy or contacts',
    access: 'guest',
    query: z.object({ page }),
    answer: z.object({
      texts: z.object(texts),
      changedAt: instant.nullable(),
      facts: z.object({
        name: z.string(),
        company: z.string(),
        email: z.string(),
        phone: z.string(),
        telegram: z.string(),
        address: z.string(),
        currency: z.string(),
        commissionPercent: z.number(),
        minAmount: money,
        maxAmount: money,
      }),
    }),
    errors: [],
    cacheSeconds: 60,
  }),
  /** Brand and contacts for editing; empty: the product's own, or unknown. */
  readSettings: get('Site/Settings', {
    summary: 'Brand and contacts of the site',
    access: 'admin',
    answer: shownSettings.extend({ version }),
    errors: [],
  }),
  /**
   * Replaces brand and contacts; all pages show them at once. `logo`: the name of a picture that the caller has uploaded, or the present
   * one. `accent`: `#rrggbb`, darkened or lightened where it could not be read. `taxNumber`: a TIN of 9 digits or a PINFL of 14, for documents. 409 `SiteChanged` with an outdated `version`; 400 with the
   * member at fault (docs/rules.md#site-pages).
   */
  changeSettings: put('Site/Settings', {
    summary: 'Set brand and contacts of the site',
    access: 'admin',
    body: z.strictObject({ ...settings, version }),
    answer: nothing,
    errors: [siteChanged],
    audited: true,
  }),
  /**
   * The texts of a page for editing: the product's own, those of the operator (empty: none) with their version, and up to 20 earlier
   * versions, newest first.
   */
  readTexts: get('Site/Texts', {
    summary: 'The texts of a page of the operator',
    access: 'admin',
    query: z.object({ page }),
    answer: z.object({
      standard: z.object(texts),
      own: z.object(texts),
      version,
      history: z.array(z.object({ ...texts, version, savedAt: instant })),
    }),
    errors: [],
  }),
  /**
   * Replaces the texts of a page; all empty: the product's own again. Of several languages an empty one shows the first that has a text.
   * At most 20,000 characters each. 409 `SiteChanged` with an outdated `version` (docs/rules.md#site-pages).
   */
  changeTexts: put('Site/Texts', {
    summary: 'Set the texts of a page of the operator',
    access: 'admin',
    body: z.strictObject({ page, ru: writtenText, uz: writtenText, en: writtenText, version }),
    answer: nothing,
    errors: [siteChanged],
    audited: true,
  }),
};
