import type { CountryProfile } from '#app/country.ts';

/** Phrases that name places of the first country, and their replacements in others. */
const phrases: Readonly<Record<string, readonly (readonly [phrase: string, other: string])[]>> = {
  kz: [
    ['Рисую Ташкент, которого уже нет', 'Рисую Алматы, которой уже нет'],
    ['с улицы Чигатай', 'с улицы Жибек Жолы'],
    ['мелодии Хорезма', 'мелодии Жетысу'],
    ['Чимган, Заамин, Гиссар', 'Чарын, Кольсай, Заилийский Алатау'],
    ['физику на узбекском', 'физику на казахском'],
    ['Formulalarsiz, lekin halol.', 'Формуласыз, бірақ адал.'],
    ['из Самарканда', 'из Шымкента'],
    ['в Самарканде', 'в Шымкенте'],
    ['Чимган на рассвете', 'Чарын на рассвете'],
    ['из Бухары', 'из Тараза'],
    ['из Ферганы', 'из Караганды'],
    ['tashkent', 'almaty'],
    ['multik-bola.uz', 'multik-bola.kz'],
  ],
};

export function localText(text: string, { code }: Pick<CountryProfile, 'code'>): string {
  return (phrases[code] ?? []).reduce((changed, [phrase, other]) => changed.replaceAll(phrase, other), text);
}
