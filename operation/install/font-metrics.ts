import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Sample text in the languages of the pages, with their letter frequencies. */
const sample =
  `Поддержите любимых авторов: донат, мерч и сообщение в прямом эфире. Спасибо за помощь, всё дошло! Съешь ещё этих
  мягких французских булок да выпей чаю. Заказ № 2041 оплачен, 12 345 678 сум, доставка за 2–3 дня. Войдите, чтобы видеть заказы.
  Қўллаб-қувватлаганингиз учун раҳмат, ғалаба биз билан. Sevimli mualliflaringizni qo‘llab-quvvatlang va xabar qoldiring.
  The quick brown fox jumps over the lazy dog and thanks you.`.replace(/\s+/g, ' ');

/** A font face to measure: its files and weights. */
export interface MeasuredFace {
  readonly name: string;
  readonly files: readonly URL[];
  readonly weights: readonly number[];
}

/** Relative to the font size. */
export interface FaceMetrics {
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
}

async function faceRule(name: string, file: URL, weight: string): Promise<string> {
  const data = (await readFile(fileURLToPath(file))).toString('base64');
  return `@font-face { font-family: "${name}"; font-weight: ${weight}; src: url(data:font/ttf;base64,${data}) }`;
}

/** Makes each file a family; a letter is taken from the first file that has it. */
async function measureFace(page: Page, { name, files, weights }: MeasuredFace): Promise<FaceMetrics> {
  const names = files.map((_, index) => `${name} ${index}`);
  const rules = await Promise.all(files.map((file, index) => faceRule(names[index] ?? name, file, '1 1000')));
  await page.setContent(`<style>${rules.join('\n')}</style>`);
  const family = names.map((one) => `"${one}"`).join(', ');
  const measured = await page.evaluate(
    async ({ family, weights, sample }) => {
      const context = document.createElement('canvas').getContext('2d');
      if (context === null) throw new Error('no canvas');
      const found: FaceMetrics[] = [];
      for (const weight of weights) {
        const font = `${weight} 1000px ${family}`;
        const loaded = await document.fonts.load(font, sample);
        if (loaded.length === 0) throw new Error(`${font} was not loaded`);
        context.font = font;
        const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText(sample);
        found.push({ width, ascent: fontBoundingBoxAscent / 1000, descent: fontBoundingBoxDescent / 1000 });
      }
      return found;
    },
    { family, weights, sample },
  );
  const middle = (of: (one: FaceMetrics) => number) =>
    measured.reduce((sum, one) => sum + of(one), 0) / measured.length;
  return {
    width: middle((one) => one.width) / (1000 * sample.length),
    ascent: middle((one) => one.ascent),
    descent: middle((one) => one.descent),
  };
}

/** Descriptors that adjust a face to the widths and heights of ours. */
export interface Stretch {
  readonly sizeAdjust: number;
  readonly ascent: number;
  readonly descent: number;
}

/** How `face` must be adjusted, in percent, so that a text takes as much space as in `ours`. */
export async function stretchTo(page: Page, ours: MeasuredFace, face: MeasuredFace): Promise<Stretch> {
  const target = await measureFace(page, ours);
  const own = await measureFace(page, face);
  const size = target.width / own.width;
  return { sizeAdjust: size * 100, ascent: (target.ascent / size) * 100, descent: (target.descent / size) * 100 };
}
