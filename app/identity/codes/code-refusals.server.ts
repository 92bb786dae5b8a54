import type { Origin } from '../origins/origin-of-try.server.ts';
import type { CodePurpose } from './sms-codes-store.server.ts';

/** The limit that is reached (docs/rules.md#codes). */
export type Reason =
  | 'gap'
  | 'phoneHour'
  | 'phoneDay'
  | 'addressHour'
  | 'siteHour'
  | 'busyMinute'
  | 'busyHour'
  | 'globalMinute'
  | 'globalHour';

const manyNow = 'Сейчас запрашивают слишком много кодов. Попробуйте через несколько минут';

const manyNowHere =
  'Сейчас запрашивают слишком много кодов. Попробуйте через несколько минут или запросите код там, где уже входили';

const reasons: Readonly<Record<Reason, string>> = {
  gap: 'Код уже отправлен. Новый можно запросить через минуту',
  phoneHour: 'На этот номер отправлено слишком много кодов за час. Попробуйте позже',
  phoneDay: 'На этот номер отправлено слишком много кодов за сутки. Попробуйте завтра',
  addressHour: 'С вашего адреса запрошено слишком много кодов за час. Попробуйте позже или из другой сети',
  siteHour: 'Из вашей сети запрошено слишком много кодов за час. Попробуйте позже или из другой сети',
  busyMinute: manyNow,
  busyHour: manyNow,
  globalMinute: manyNow,
  globalHour: manyNow,
};

/**
 * The same for networks and browsers that are not known: codes are kept where the user has logged in before. A phone that nobody has logged in
 * with gets the same text, so that nobody learns which phones are known.
 */
const reasonsHere: Readonly<Partial<Record<Reason, string>>> = {
  phoneHour:
    'На этот номер отправлено слишком много кодов за час. Попробуйте позже или запросите код там, где уже входили',
  phoneDay:
    'На этот номер отправлено слишком много кодов за сутки. Попробуйте завтра или запросите код там, где уже входили',
  busyMinute: manyNowHere,
  busyHour: manyNowHere,
  globalMinute: manyNowHere,
  globalHour: manyNowHere,
};

/** Why no code may be sent now, and what helps. No codes are kept elsewhere for the second factor, nor beside those of the places where the user has logged in. */
export function reasonOf(
  reason: Reason,
  { purpose, origin }: { readonly purpose: CodePurpose; readonly origin: Origin },
): string {
  const isKeptElsewhere = purpose !== 'admin' && origin !== 'known';
  return (isKeptElsewhere ? reasonsHere[reason] : undefined) ?? reasons[reason];
}
