import { type FormRule, formMessages, maximum } from './form-rules.ts';

/** The limits of a sum that is given, in main units. */
export interface AmountLimits {
  readonly minAmount: number;
  readonly maxAmount: number;
}

/** The rules of a sum with such limits, in main units. */
export function amountRules(limits: AmountLimits): FormRule<number>[] {
  const atLeast: FormRule<number> = (main) =>
    main >= limits.minAmount ? null : formMessages.minimumAmount(limits.minAmount);
  const isSum: FormRule<number> = (main) => (Number.isNaN(main) ? formMessages.amount : null);
  return [isSum, atLeast, maximum(limits.maxAmount)];
}
