import type { Locale } from '#base/text/locales.ts';
import { isolated } from '../look/scripts.ts';
import type { GiftedPieces, LeasedAlert } from '../widget-shapes.ts';

const anonymous: Readonly<Record<Locale, string>> = { ru: 'Аноним', uz: 'Anonim', en: 'Anonymous' };

const russianMonths: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'месяц', few: 'месяца', many: 'месяцев' };
const russianPieces: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'вещь', few: 'вещи', many: 'вещей' };
const russianCount = new Intl.PluralRules('ru');

/** The same sentences as the texts of `useDonorText`, which stand in `locales/` and are built into the pages; a test compares them. */
const sentences = {
  ru: {
    gives: (who: string, months: number) =>
      `${who} дарит зрителям ${months} ${russianMonths[russianCount.select(months)] ?? 'месяца'}`,
    givesPieces: (who: string, { count, product }: GiftedPieces) =>
      `${who} дарит зрителям ${count} ${russianPieces[russianCount.select(count)] ?? 'вещи'}: ${product}`,
    first: (who: string) => `${who} — теперь каждый месяц`,
    month: (who: string, month: number) => `${who} — ${month}-й месяц`,
  },
  uz: {
    gives: (who: string, months: number) => `${who} tomoshabinlarga ${months} oy sovgʻa qildi`,
    givesPieces: (who: string, { count, product }: GiftedPieces) =>
      `${who} tomoshabinlarga ${count} ta buyum sovgʻa qildi: ${product}`,
    first: (who: string) => `${who} — endi har oy`,
    month: (who: string, month: number) => `${who} — ${month}-oy`,
  },
  en: {
    gives: (who: string, months: number) => `${who} gives viewers ${months} ${months === 1 ? 'month' : 'months'}`,
    givesPieces: (who: string, { count, product }: GiftedPieces) =>
      `${who} gives viewers ${count} ${count === 1 ? 'item' : 'items'}: ${product}`,
    first: (who: string) => `${who} — now every month`,
    month: (who: string, month: number) => `${who} — month ${month}`,
  },
} as const;

/** What names the donor of an alert on a page in a language. */
export function donorText(
  { name, month, giftedMonths, giftedPieces }: Pick<LeasedAlert, 'name' | 'month' | 'giftedMonths' | 'giftedPieces'>,
  page: Locale,
): string {
  const plain = name ?? anonymous[page];
  const who = isolated(plain);
  const { gives, givesPieces, first, month: later } = sentences[page];
  if (giftedMonths) return gives(who, giftedMonths);
  if (giftedPieces) return givesPieces(who, giftedPieces);
  if (!month) return plain;
  return month === 1 ? first(who) : later(who, month);
}
