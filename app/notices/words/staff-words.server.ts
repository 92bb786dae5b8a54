import type { Locale } from '#base/text/locales.ts';

interface StaffWords {
  readonly title: string;
  readonly profiles: string;
  readonly payouts: string;
}

/** The words of what waits for the staff. */
export const staffWords: Readonly<Record<Locale, StaffWords>> = {
  ru: { title: 'Ждёт команду', profiles: 'Страницы на проверку', payouts: 'Заявки на выплату' },
  uz: { title: 'Jamoani kutmoqda', profiles: 'Tekshiriladigan sahifalar', payouts: 'Toʻlab berish soʻrovlari' },
  en: { title: 'Waiting for the team', profiles: 'Pages to review', payouts: 'Payout requests' },
};
