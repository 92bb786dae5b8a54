/** A share in per cent: `12,5 %`, in English `12.5%`. Browsers have no Uzbek numbers; they are written as in Russian. */
export const percentText = (percent: number, locale: string): string =>
  locale === 'en' ? `${percent}%` : `${percent.toLocaleString('ru')}\u00a0%`;
