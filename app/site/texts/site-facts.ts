import { formatAmount } from '#base/money/money.ts';
import { percentText } from '#base/text/percent-text.ts';

/** What the texts of a page may name (docs/rules.md#site-pages); empty texts are unknown, sums in main units. */
export interface SiteFacts {
  readonly name: string;
  readonly company: string;
  readonly email: string;
  readonly phone: string;
  readonly telegram: string;
  readonly address: string;
  readonly currency: string;
  readonly commissionPercent: number;
  readonly minAmount: number;
  readonly maxAmount: number;
}

/** Facts as they are written in a text; null: the line that names it is left out. */
export type FactTexts = Readonly<Record<string, string | null>>;

/** The facts in a language. `names` translates the currency. */
export function factTexts(facts: SiteFacts, locale: string, names: (name: string) => string): FactTexts {
  const { name, company, email, phone, telegram, address } = facts;
  const sum = (amount: number) => `${formatAmount(amount, locale)} ${names(facts.currency)}`;
  const isReachable = email + phone + telegram !== '';
  return {
    name,
    company: company || null,
    email: email ? `[${email}](mailto:${email})` : null,
    phone: phone ? `[${phone}](tel:${phone.replace(/[^+\d]/g, '')})` : null,
    telegram: telegram ? `[@${telegram}](https://t.me/${telegram})` : null,
    address: address || null,
    unreachable: isReachable ? null : '',
    reachable: isReachable ? '' : null,
    // Browsers have no Uzbek numbers; they are written as in Russian.
    commission: percentText(facts.commissionPercent, locale),
    minAmount: sum(facts.minAmount),
    maxAmount: sum(facts.maxAmount),
  };
}

const placeholder = /\{(\w+)\}/g;

/** Puts facts in the place of `{…}`. A line that names an unknown fact is left out; other braces stay. */
export function withFacts(text: string, facts: FactTexts): string {
  const isUnknown = (line: string) => [...line.matchAll(placeholder)].some(([, fact = '']) => facts[fact] === null);
  return text
    .split('\n')
    .filter((line) => !isUnknown(line))
    .map((line) => line.replace(placeholder, (whole, fact: string) => facts[fact] ?? whole))
    .join('\n');
}
