import type { Translated } from '#base/text/locales.ts';

/** The words of the embedded widget by language. */
export const embedWords = {
  support: { ru: 'Поддержать', uz: 'Qoʻllab-quvvatlash', en: 'Support' },
  collected: { ru: 'Собрано', uz: 'Yigʻildi', en: 'Raised' },
  of: { ru: 'из', uz: '/', en: 'of' },
  paused: { ru: 'Донаты на паузе', uz: 'Donatlar toʻxtatib turilgan', en: 'Donations are paused' },
  missing: { ru: 'Такой страницы нет', uz: 'Bunday sahifa yoʻq', en: 'There is no such page' },
  sum: { ru: 'Сумма', uz: 'Summa', en: 'Amount' },
  name: { ru: 'Ваше имя', uz: 'Ismingiz', en: 'Your name' },
  message: { ru: 'Сообщение автору', uz: 'Muallifga xabar', en: 'Message to the creator' },
  own: { ru: 'Своя сумма', uz: 'Boshqa summa', en: 'Another amount' },
  newWindow: { ru: 'откроется в новой вкладке', uz: 'yangi varaqda ochiladi', en: 'opens in a new tab' },
} satisfies Record<string, Translated>;
