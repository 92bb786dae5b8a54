/** Latin letters of one sound: several spellings of a Cyrillic name are one. */
const sounds: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ы: 'i',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  ә: 'a',
  і: 'i',
  ң: 'n',
  ө: 'o',
  ұ: 'u',
  ү: 'u',
  һ: 'h',
  ў: 'o',
  қ: 'k',
  ғ: 'g',
  ҳ: 'h',
  x: 'h',
  q: 'k',
  y: 'i',
  w: 'v',
};

/** A name as Latin letters that sound like it: «Чойхона», `choyxona` and `choihona` are one. */
export function soundOf(name: string): string {
  const written = name.normalize('NFKC').toLowerCase().replace(/y[eo]/g, 'e').replace(/ts/g, 'c');
  const letters = [...written].map((letter) => sounds[letter] ?? letter).join('');
  return letters
    .replace(/kh/g, 'h')
    .replace(/zh/g, 'j')
    .replace(/gh/g, 'g')
    .replace(/[^a-z]/g, '');
}
