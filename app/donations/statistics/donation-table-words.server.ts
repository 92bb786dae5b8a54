import type { Translated } from '#base/text/locales.ts';

/** The heads of the table of donations, in the order of its columns. */
export const donationHeads: readonly Translated[] = [
  { ru: 'Дата', uz: 'Sana', en: 'Date' },
  { ru: 'Имя', uz: 'Ism', en: 'Name' },
  { ru: 'Сумма', uz: 'Summa', en: 'Amount' },
  { ru: 'Комиссия', uz: 'Komissiya', en: 'Commission' },
  { ru: 'Зачислено', uz: 'Hisobga oʻtgan', en: 'Credited' },
  { ru: 'Состояние', uz: 'Holati', en: 'Status' },
  { ru: 'Сообщение', uz: 'Xabar', en: 'Message' },
  { ru: 'Номер доната', uz: 'Donat raqami', en: 'Donation number' },
  { ru: 'Вид', uz: 'Turi', en: 'Kind' },
];

export const donationWords = {
  credited: { ru: 'Зачислен', uz: 'Hisobga oʻtgan', en: 'Credited' },
  refunded: { ru: 'Возвращён', uz: 'Qaytarilgan', en: 'Refunded' },
  once: { ru: 'Разовый', uz: 'Bir martalik', en: 'One-time' },
  monthly: { ru: 'Ежемесячный', uz: 'Oylik', en: 'Monthly' },
} satisfies Record<string, Translated>;
