import type { AlertFont, AlertThemeName, VariantMonths } from '../widget-choices.ts';

/** The look and sound of an alert. */
export interface AlertLook {
  readonly template: string;
  readonly animation: 'unroll' | 'rise' | 'pop' | 'drop' | 'fade';
  /** Seconds on the screen. */
  readonly duration: number;
  readonly sound: string;
  readonly image: string | null;
  readonly theme?: AlertThemeName | undefined;
  /** Font and colours: null for those of the theme. */
  readonly font?: AlertFont | null | undefined;
  readonly textColor?: string | null | undefined;
  readonly groundColor?: string | null | undefined;
  readonly accentColor?: string | null | undefined;
}

interface Looks<Sum extends number> extends AlertLook {
  readonly variants: readonly (AlertLook & { readonly minAmount: Sum })[];
  /** A server of an earlier version has none. */
  readonly monthlyVariants?: readonly (AlertLook & { readonly months: VariantMonths })[] | undefined;
}

interface Shown<Sum extends number> {
  readonly amount: Sum;
  readonly digest: object | null;
  /** Which month of monthly support it pays; a server of an earlier version does not say so. */
  readonly month?: number | null | undefined;
}

/** The variant of a month of monthly support: that of the first month, else that of any. */
function monthlyLook({ monthlyVariants = [] }: Looks<number>, month: number): AlertLook | undefined {
  const ofMonths = (asked: VariantMonths) => monthlyVariants.find(({ months }) => months === asked);
  return (month === 1 ? ofMonths('first') : undefined) ?? ofMonths('any');
}

/**
 * The look of an alert: the variant of its month of monthly support, else the one with the highest amount that the donation reaches, else the
 * default. A digest has the default look whatever its sum, since no single donation in it reaches more.
 */
export function lookOf<Sum extends number>(settings: Looks<Sum>, { amount, digest, month }: Shown<Sum>): AlertLook {
  if (digest !== null) return settings;
  const monthly = month ? monthlyLook(settings, month) : undefined;
  if (monthly !== undefined) return monthly;
  const reached = settings.variants.filter(({ minAmount }) => minAmount <= amount);
  return reached.find((one) => reached.every((other) => other.minAmount <= one.minAmount)) ?? settings;
}
