import type { AlertFont, AlertThemeName } from '../widget-choices.ts';

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
}

interface Shown<Sum extends number> {
  readonly amount: Sum;
  readonly digest: object | null;
}

/**
 * The look of an alert: the variant with the highest amount that the donation reaches, else the default. A digest has the default look
 * whatever its sum, since no single donation in it reaches more.
 */
export function lookOf<Sum extends number>(settings: Looks<Sum>, { amount, digest }: Shown<Sum>): AlertLook {
  if (digest !== null) return settings;
  const reached = settings.variants.filter(({ minAmount }) => minAmount <= amount);
  return reached.find((one) => reached.every((other) => other.minAmount <= one.minAmount)) ?? settings;
}
