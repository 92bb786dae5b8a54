/** How one alert looks and sounds. */
export interface AlertLook {
  readonly template: string;
  readonly animation: 'unroll' | 'rise' | 'pop' | 'drop' | 'fade';
  /** Seconds on the screen. */
  readonly duration: number;
  readonly sound: string;
  readonly image: string | null;
}

interface Looks<Sum extends number> extends AlertLook {
  readonly variants: readonly (AlertLook & { readonly minAmount: Sum })[];
}

interface Shown<Sum extends number> {
  readonly amount: Sum;
  readonly digest: object | null;
}

/**
 * The look of an alert: the variant with the highest sum that the gift reaches, else the one for all. A digest has the one for
 * all, whatever it adds up to: no single gift in it has reached more.
 */
export function lookOf<Sum extends number>(settings: Looks<Sum>, { amount, digest }: Shown<Sum>): AlertLook {
  if (digest !== null) return settings;
  const reached = settings.variants.filter(({ minAmount }) => minAmount <= amount);
  return reached.find((one) => reached.every((other) => other.minAmount <= one.minAmount)) ?? settings;
}
