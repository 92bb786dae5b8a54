import { formMessages } from '#base/text/form-rules.ts';
import type { TaxItem } from './payment-lines.ts';

/** What the members of a `TaxItem` look like, and what is said where they do not. */
export const taxItemRules = {
  code: { pattern: /^\d{17}$/, fault: 'ИКПУ состоит из 17 цифр' },
  packageCode: { pattern: /^\d{0,20}$/, fault: 'Код упаковки — не больше 20 цифр' },
  unit: { pattern: /^\d{0,10}$/, fault: 'Код единицы измерения — не больше 10 цифр' },
  vat: { most: 100, fault: 'НДС — целое число от 0 до 100' },
} as const;

/** A `TaxItem` as it is typed; all empty: none. */
export interface TaxItemDraft {
  readonly code: string;
  readonly packageCode: string;
  readonly unit: string;
  readonly vat: string;
}

/** The texts of faults by member. */
export type TaxItemFaults = Partial<Readonly<Record<keyof TaxItemDraft, string>>>;

/** No item. */
export const emptyTaxItem: TaxItemDraft = { code: '', packageCode: '', unit: '', vat: '' };

/** The draft of an item, or of none. */
export function taxItemDraftOf(item: TaxItem | null): TaxItemDraft {
  return item === null ? emptyTaxItem : { ...item, vat: String(item.vat) };
}

/** Blanks in digits and a percent sign mean nothing: they come with what is pasted. */
function plainDraft({ code, packageCode, unit, vat }: TaxItemDraft): TaxItemDraft {
  const plain = (text: string) => text.replace(/\s/g, '');
  return { code: plain(code), packageCode: plain(packageCode), unit: plain(unit), vat: plain(vat).replace(/%$/, '') };
}

function isEmpty(draft: TaxItemDraft): boolean {
  return Object.values(draft).every((text) => text === '');
}

function isVat(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= taxItemRules.vat.most;
}

/** What is wrong with a draft, before it is sent or stored. */
export function taxItemFaults(typed: TaxItemDraft): TaxItemFaults {
  const draft = plainDraft(typed);
  if (isEmpty(draft)) return {};
  const found: Partial<Record<keyof TaxItemDraft, string>> = {};
  for (const name of ['code', 'packageCode', 'unit'] as const) {
    const { pattern, fault } = taxItemRules[name];
    if (!pattern.test(draft[name])) found[name] = fault;
  }
  if (draft.vat === '') found.vat = formMessages.required;
  else if (!isVat(draft.vat)) found.vat = taxItemRules.vat.fault;
  return found;
}

/** The item of a draft without faults; null: none. */
export function taxItemOfDraft(typed: TaxItemDraft): TaxItem | null {
  const draft = plainDraft(typed);
  return isEmpty(draft) ? null : { ...draft, vat: Number(draft.vat) };
}

/** The faults of a member of a larger form, whose paths begin with its name: `donation.code`. */
export function taxItemFaultsBelow(fields: Readonly<Record<string, string>>, member: string): TaxItemFaults {
  const own = Object.entries(fields).filter(([path]) => path.startsWith(`${member}.`));
  return Object.fromEntries(own.map(([path, fault]) => [path.slice(member.length + 1), fault]));
}
