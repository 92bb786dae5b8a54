import { skeletonOf } from './look-alikes.ts';

/** Words by which the site and its staff speak; a star stands for any ending. */
const titles = [
  'админ*',
  'admin*',
  'суперадмин*',
  'superadmin*',
  'модератор*',
  'модерац*',
  'moderator*',
  'moderation',
  'moderats*',
  'staff',
  'сотрудник',
  'официальн*',
  'rasmiy',
  'verified',
  'support',
  'саппорт',
  'поддержка',
  'техподдержк*',
  'служб* поддержки',
  'отдел* поддержки',
  'команд* поддержки',
  'команд* сайта',
  'служб* сайта',
  'sayt jamoasi',
  'маъмурият*',
  'mamuriyat*',
  'opora',
  'опора',
  'payme',
  'paycom',
  'uzcard',
  'paynet',
];

/** Words that speak for a payment system or the staff alone, but are a part of many names. */
const wholeTitles = ['click', 'click uz', 'click pay', 'clickuz', 'поддержки', 'team'];

const inWords = (text: string) =>
  skeletonOf(text)
    .replace(/[^\p{L}\p{N}*]+/gu, ' ')
    .trim();
const patternOf = (text: string) => inWords(text).replaceAll('*', '\\p{L}*').replaceAll(' ', '[^\\p{L}\\p{N}]+');
const standing = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u');

const speaking = standing(titles.map(patternOf).join('|'));
const wholes: ReadonlySet<string> = new Set(wholeTitles.map(inWords));

/** Letters that stand apart: «А.д.м.и.н», `A d m i n`. */
const spelledOut = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]+\p{L}(?![\p{L}\p{N}])){3,}/gu;

/** Check marks, as the verified mark is one. */
const marks = /[\u2611\u2705\u2713\u2714\u221a\u237b\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;

/** Words beside which the name of the site speaks for it. */
const companions = standing(
  ['команд*', 'служб*', 'отдел*', 'сайт*', 'team', 'jamoa*', 'sayt*', 'uz', 'kz'].map(patternOf).join('|'),
);

/** Whether a name is that of the site, which its admin has given, or has it beside a word that speaks for it: others may be called Малика, too. */
function isOfSite(skeleton: string, siteName: string): boolean {
  const own = inWords(siteName).replaceAll('*', '');
  if (own.length < 3) return false;
  const isNamed = standing(own.replaceAll(' ', '[^\\p{L}\\p{N}]+')).test(skeleton);
  return isNamed && (inWords(skeleton) === own || companions.test(skeleton));
}

/**
 * Whether a name would pass for one that the site has verified, for its staff or for a payment system (docs/rules.md#texts). `siteName`:
 * the name that the site has, which only the server knows.
 */
export function isTitle(name: string, siteName = ''): boolean {
  const skeleton = skeletonOf(name);
  const joined = skeleton.replace(spelledOut, (letters) => letters.replace(/[^\p{L}]+/gu, ''));
  return (
    marks.test(name) ||
    wholes.has(inWords(name)) ||
    [skeleton, joined].some((text) => speaking.test(text) || isOfSite(text, siteName))
  );
}
