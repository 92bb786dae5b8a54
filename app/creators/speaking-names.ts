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

/** Whether a user name would speak for the site or for a payment system (docs/rules.md#user-names). */
export function isSpeakingUserName(userName: string): boolean {
  const parts = userName
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
  return speakingWords.includes(parts.join('')) || parts.some((part) => speakingParts.includes(part));
}
