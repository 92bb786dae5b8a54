/** Units in Uzbek: browsers have none and write them in another language. */
export const uzbekUnits = { minute: 'daqiqa', hour: 'soat', day: 'kun', meter: 'm', kilometer: 'km' } as const;

/** `3 ч`, `1,2 км`, with a fraction of so many digits. */
export function unitText(value: number, unit: keyof typeof uzbekUnits, locale: string, fraction: 0 | 1): string {
  const maximumFractionDigits = fraction;
  if (locale === 'uz')
    return `${new Intl.NumberFormat('ru', { maximumFractionDigits }).format(value)} ${uzbekUnits[unit]}`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(value);
}
