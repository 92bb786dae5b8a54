import type { Translated } from '#base/text/locales.ts';
import type { MembershipState } from '../membership-state.ts';

/** The heads of the table of members, in the order of its columns. */
export const memberHeads: readonly Translated[] = [
  { ru: 'С какого дня', uz: 'Qaysi kundan', en: 'Since' },
  { ru: 'Имя', uz: 'Ism', en: 'Name' },
  { ru: 'Уровень', uz: 'Daraja', en: 'Level' },
  { ru: 'В месяц', uz: 'Oyiga', en: 'Per month' },
  { ru: 'Месяцев', uz: 'Oylar soni', en: 'Months' },
  { ru: 'Всего', uz: 'Jami', en: 'Total' },
  { ru: 'Последнее списание', uz: 'Oxirgi toʻlov', en: 'Last charge' },
  { ru: 'Состояние', uz: 'Holati', en: 'Status' },
  { ru: 'Номер', uz: 'Raqam', en: 'Number' },
  { ru: 'Потом уровень', uz: 'Keyingi daraja', en: 'Next level' },
  { ru: 'Потом в месяц', uz: 'Keyin oyiga', en: 'Next per month' },
];

/** As on the screen of the members. */
export const memberStates: Readonly<Record<MembershipState, Translated>> = {
  Pending: { ru: 'Ждёт оплаты', uz: 'Toʻlov kutilmoqda', en: 'Awaiting payment' },
  Active: { ru: 'Действует', uz: 'Amalda', en: 'Active' },
  Overdue: { ru: 'Списание не прошло', uz: 'Toʻlov oʻtmadi', en: 'Charge refused' },
  Paused: { ru: 'На паузе', uz: 'Toʻxtatilgan', en: 'Paused' },
  Leaving: { ru: 'Заканчивается', uz: 'Tugayapti', en: 'Ending' },
  Ended: { ru: 'Закончилась', uz: 'Tugagan', en: 'Ended' },
};

/** Whoever has gifted months. */
export const giftedState: Translated = { ru: 'Подарено', uz: 'Sovgʻa', en: 'Gifted' };
