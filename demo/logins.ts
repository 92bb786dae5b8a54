import type { CountryProfile } from '#app/country.ts';
import type { Role } from '#app/identity/roles.ts';

export const demoPassword = 'opora-demo';

/** A login that the start prints. The phone ends with the number. */
export interface DemoLogin {
  readonly number: number;
  readonly role: Role;
  /** The person's description in the log. */
  readonly title: string;
}

export const demoLogins = {
  admin: { number: 1, role: 'admin', title: 'администратор' },
  moderator: { number: 2, role: 'moderator', title: 'модератор' },
  creator: { number: 3, role: 'user', title: 'автор' },
  buyer: { number: 4, role: 'user', title: 'покупатель' },
} as const satisfies Record<string, DemoLogin>;

/** A demo phone: the country's prefix, a digit that its phones begin with, zeros and the number. */
export function demoPhone(country: CountryProfile, number: number): string {
  const prefix = country.phonePrefix.replace('+', '');
  const digits = country.phoneMask.replace(/[^#]/g, '').length;
  const phones = [9, 8, 7, 6, 5, 4, 3, 2, 1].map(
    (first) => `${prefix}${first}${String(number).padStart(digits - 1, '0')}`,
  );
  const found = phones.find((phone) => country.phonePattern.test(phone));
  if (found === undefined) throw new Error(`no phone of ${country.name} begins as the demo world's do`);
  return found;
}
