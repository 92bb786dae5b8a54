import { type FormRule, firstFailure, formMessages, maximum, maximumLength } from '#base/form-rules.ts';
import { formatAmount, type Minor, toMain } from '#base/money.ts';

/** What the amount and the message of a gift are held to; amounts in main units. */
export interface DonationLimits {
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly messageMaxLength: number;
}

/** «Минимальная сумма от 5 000» for any minimum in main units (specification, point 5). */
function minimumAmountMessage(bound: number): string {
  return `Минимальная сумма от ${formatAmount(bound).replace(/\s/g, ' ')}`;
}

/** The rules of the amount, in main units. */
export function amountRules(limits: DonationLimits): FormRule<number>[] {
  const atLeast: FormRule<number> = (main) =>
    main >= limits.minAmount ? null : minimumAmountMessage(limits.minAmount);
  return [atLeast, maximum(limits.maxAmount)];
}

/** The rules of the message. */
export function messageRules(limits: DonationLimits): FormRule<string>[] {
  return [maximumLength(limits.messageMaxLength)];
}

/** The Russian texts of everything that is wrong with a gift, by member; empty where it may be given. */
export function donationFaults(
  gift: { amount: Minor; name: string | null; message: string | null },
  limits: DonationLimits & { nameMaxLength: number },
): Record<string, string> {
  const faults = {
    amount: firstFailure(toMain(gift.amount), amountRules(limits)),
    name: firstFailure(gift.name ?? '', [maximumLength(limits.nameMaxLength)]),
    message: firstFailure(gift.message ?? '', messageRules(limits)),
  };
  return Object.fromEntries(Object.entries(faults).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
}

/** What is wrong with a set of limits among themselves, by member; amounts in minor units. */
export function settingsFaults(settings: {
  minAmount: Minor;
  maxAmount: Minor;
  presets: readonly Minor[];
}): Record<string, string> {
  const { minAmount, maxAmount, presets } = settings;
  if (minAmount > maxAmount) return { maxAmount: formMessages.above(toMain(minAmount)) };
  const low = presets.findIndex((preset) => preset < minAmount);
  if (low !== -1) return { [`presets.${low}`]: minimumAmountMessage(toMain(minAmount)) };
  const high = presets.findIndex((preset) => preset > maxAmount);
  return high === -1 ? {} : { [`presets.${high}`]: formMessages.notAbove(toMain(maxAmount)) };
}
