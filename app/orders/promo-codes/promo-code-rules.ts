/** The rules of a new promo code (docs/rules.md#promo-codes), for the form and the server. */
export const promoCodeLimits = {
  code: 32,
  /** The name of a creator. */
  seller: 30,
} as const;

/** Faults of a promo code, as the form and the server say them. */
export const promoCodeFaults = {
  code: 'Не короче 4 знаков: буквы, цифры, дефис',
  until: 'Этот день раньше первого',
  past: 'Этот день уже прошёл',
  mostEach: 'Больше, чем всем вместе',
} as const;

/** Whether a code is made of what buyers can type, in any case. */
export function isCode(code: string): boolean {
  return /^[A-ZА-ЯЁ0-9_-]{4,}$/.test(code.toUpperCase());
}

/** Whether one person may use a code no more often than all together; null: without a limit. */
export function isShare(most: number | null, mostEach: number | null): boolean {
  return most === null || mostEach === null || mostEach <= most;
}

/** Whether the last day is not before the first; null and empty: there is none. */
export function isPeriod(from: string | null, until: string | null): boolean {
  return !from || !until || from <= until;
}
