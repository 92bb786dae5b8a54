import { type Minor, toMain } from '#base/money/money.ts';
import { type AmountLimits, amountRules } from '#base/text/amount-rules.ts';
import { isTurning } from '#base/text/clean-text.ts';
import { type FormRule, firstFailure, formMessages, maximumLength } from '#base/text/form-rules.ts';

/** The maximum length of a donor's name. */
export const nameMaxLength = 60;

/** The limits of a donation; amounts in main units. */
export interface DonationLimits extends AmountLimits {
  readonly messageMaxLength: number;
}

/** Refuses signs that turn the direction of a text. */
export const unturned: FormRule<string> = (text) => (isTurning(text) ? formMessages.turning : null);

/** The rules of the message. */
export function messageRules(limits: DonationLimits): FormRule<string>[] {
  return [unturned, maximumLength(limits.messageMaxLength)];
}

/** The faults of a donation in Russian, by member; empty for a valid one. */
export function donationFaults(
  donation: { amount: Minor; name: string | null; message: string | null },
  limits: DonationLimits & { nameMaxLength: number },
): Record<string, string> {
  const faults = {
    amount: firstFailure(toMain(donation.amount), amountRules(limits)),
    name: firstFailure(donation.name ?? '', [maximumLength(limits.nameMaxLength)]),
    message: firstFailure(donation.message ?? '', messageRules(limits)),
  };
  return Object.fromEntries(Object.entries(faults).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
}

/** The contradictions within a set of limits, by member; amounts in minor units. */
export function settingsFaults(settings: {
  minAmount: Minor;
  maxAmount: Minor;
  presets: readonly Minor[];
}): Record<string, string> {
  const { minAmount, maxAmount, presets } = settings;
  if (minAmount > maxAmount) return { maxAmount: formMessages.above(toMain(minAmount)) };
  const low = presets.findIndex((preset) => preset < minAmount);
  if (low !== -1) return { [`presets.${low}`]: formMessages.minimumAmount(toMain(minAmount)) };
  const high = presets.findIndex((preset) => preset > maxAmount);
  if (high !== -1) return { [`presets.${high}`]: formMessages.notAbove(toMain(maxAmount)) };
  const twice = presets.findIndex((preset, at) => presets.indexOf(preset) < at);
  return twice === -1 ? {} : { [`presets.${twice}`]: 'Такая сумма уже есть' };
}

/** Folds a name: names that differ only in case, spaces or the form of their letters are one donor. */
function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The row of the top list that a donation counts in. Anonymous donations and those without a name share one row. */
export function donorKeyOf(donor: { personId: string | null; name: string | null; isAnonymous: boolean }): string {
  if (donor.isAnonymous || donor.name === null) return 'anonymous';
  return donor.personId === null ? `name:${foldName(donor.name)}` : `person:${donor.personId}`;
}
