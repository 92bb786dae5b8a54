import type { Locator } from '@playwright/test';

/** The contrast (WCAG 2.2) of the line below a text with what the text stands on; 0 where there is no line. */
export function underlineContrast(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const brightness = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { textDecorationLine, textDecorationColor } = getComputedStyle(element);
    if (textDecorationLine !== 'underline') return 0;
    let ground: Element | null = element;
    while (ground !== null && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
      ground = ground.parentElement;
    const below = ground === null ? 'rgb(255, 255, 255)' : getComputedStyle(ground).backgroundColor;
    const [dark = 0, light = 0] = [textDecorationColor, below].map(brightness).sort((one, other) => one - other);
    return (light + 0.05) / (dark + 0.05);
  });
}
