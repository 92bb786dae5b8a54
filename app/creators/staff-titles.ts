import { withoutNothing } from '#base/text/clean-text.ts';

/** Letters of the two alphabets that look alike, and signs that are written for letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  '0': 'o',
  '1': 'i',
  l: 'i',
  '|': 'i',
  '!': 'i',
  и: 'i',
  '3': 'з',
  '@': 'a',
  $: 's',
};

/** A text without what makes no difference to a reader who does not look closely. */
function folded(text: string): string {
  const letters = withoutNothing(text.normalize('NFKD')).replace(/\p{M}/gu, '').toLowerCase();
  return [...letters].map((sign) => lookAlikes[sign] ?? sign).join('');
}

/** Words by which the site and its staff speak; a star stands for any ending. */
const titles = [
  'админ*',
  'admin*',
  'модератор*',
  'moderator*',
  'staff',
  'сотрудник',
  'официальн*',
  'rasmiy',
  'support',
  'саппорт',
  'поддержка',
  'техподдержк*',
  'opora',
  'опора',
];

const words = titles.map((title) => folded(title).replace('*', '\\p{L}*')).join('|');
const speaking = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u');

/** Check marks, as the verified mark is one. */
const marks = /[\u2611\u2705\u2713\u2714\u221a\u237b\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;

/** What a name that speaks for the staff is answered. */
export const titleMessage = 'Имя не должно выглядеть как знак проверки или имя сотрудника сайта';

/** Whether a name would pass for one that the site has verified, or for its staff (docs/rules.md#texts). */
export function isTitle(name: string): boolean {
  return marks.test(name) || speaking.test(folded(name));
}
