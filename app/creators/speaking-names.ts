import { soundOf } from './site-sound.ts';

/** Names that would speak for the site, alone or with digits and marks around them. */
const speakingWords: readonly string[] = [
  'support',
  'team',
  'staff',
  'official',
  'rasmiy',
  'security',
  'abuse',
  'legal',
  'root',
  'system',
  'bot',
  'info',
  'payment',
  'payments',
  'pay',
  'payout',
  'payouts',
  'billing',
  'refund',
  'refunds',
  'click',
  'visa',
  'help',
  'postmaster',
  'hostmaster',
  'webmaster',
  'operator',
];

/** The same, wherever they stand between marks: `opora.team`, `payme_uz`. */
const speakingParts: readonly string[] = [
  'opora',
  'moderator',
  'moderators',
  'moderation',
  'administrator',
  'support',
  'verified',
  'payme',
  'paycom',
  'uzcard',
  'humo',
  'stripe',
  'mastercard',
  'uzum',
  'paynet',
  'clickuz',
  'kaspi',
];

/** Names of the site and of payment systems that speak for these beside a word of `companions`, too: `paymeuz`, `oporasupport`. */
const brands: readonly string[] = ['opora', 'payme', 'paycom', 'click', 'uzcard', 'paynet'];

const companions: readonly string[] = [
  'admin',
  'uz',
  'kz',
  'pay',
  'support',
  'help',
  'team',
  'official',
  'bot',
  'info',
  'group',
  'shop',
];

/** Digits that are written for letters: `m0derator`. */
const letterOf: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' };

const partsOf = (userName: string) => userName.split(/[^a-z]+/).filter((part) => part !== '');

/** Whether the parts of a name would speak for the site, whose own name sounds like `site`. */
function areSpeaking(parts: readonly string[], site: string): boolean {
  const joined = parts.join('');
  const isBeside = (brand: string) => companions.some((word) => joined === brand + word || joined === word + brand);
  const sound = soundOf(joined);
  const isOfSite =
    sound === site || companions.map(soundOf).some((word) => sound === site + word || sound === word + site);
  return (
    speakingWords.includes(joined) ||
    parts.some((part) => speakingParts.includes(part)) ||
    brands.some((brand) => isBeside(brand)) ||
    (site.length >= 3 && isOfSite)
  );
}

/**
 * Whether a user name would speak for the site or for a payment system (docs/rules.md#user-names). `siteName`: the name that the site has,
 * which its admin has given.
 */
export function isSpeakingUserName(userName: string, siteName = ''): boolean {
  const name = userName.toLowerCase();
  const read = name.replace(/[0-9]/g, (digit) => letterOf[digit] ?? digit);
  const site = soundOf(siteName);
  return name.startsWith('team.') || areSpeaking(partsOf(name), site) || areSpeaking(partsOf(read), site);
}
