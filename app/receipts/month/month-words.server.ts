import type { Translated } from '#base/text/locales.ts';

/** The words of the month for the bookkeeper by language. */
export const monthWords = {
  title: { ru: 'Обороты за месяц', uz: 'Oylik aylanma', en: 'Turnover of the month' },
  userName: { ru: 'Адрес автора', uz: 'Muallif manzili', en: 'Address' },
  creator: { ru: 'Автор', uz: 'Muallif', en: 'Creator' },
  taxNumber: { ru: 'ИНН или ПИНФЛ', uz: 'STIR yoki JShShIR', en: 'TIN or PINFL' },
  donations: { ru: 'Донаты', uz: 'Donatlar', en: 'Donations' },
  orders: { ru: 'Заказы', uz: 'Buyurtmalar', en: 'Orders' },
  refunds: { ru: 'Возвраты', uz: 'Qaytarishlar', en: 'Refunds' },
  commission: { ru: 'Комиссия', uz: 'Komissiya', en: 'Commission' },
  payouts: { ru: 'Выплаты', uz: 'Toʻlab berishlar', en: 'Payouts' },
  left: { ru: 'Изменение счёта', uz: 'Hisob oʻzgarishi', en: 'Account change' },
  total: { ru: 'Итого', uz: 'Jami', en: 'Total' },
  nobody: { ru: 'Без автора', uz: 'Muallifsiz', en: 'No creator' },
  delivery: { ru: 'Доставка', uz: 'Yetkazib berish', en: 'Delivery' },
  about: {
    ru: 'Суммы взяты из проводок. Выплата учтена, когда автор её запросил, отменённая возвращается на счёт. Комиссию платёжных систем проводки не содержат.',
    uz: 'Summalar buxgalteriya yozuvlaridan olingan. Toʻlab berish muallif soʻragan paytda hisobga olinadi, bekor qilingani hisobga qaytadi. Toʻlov tizimlari komissiyasi yozuvlarda yoʻq.',
    en: 'Sums come from the ledger. A payout counts when its creator asks for it; a cancelled one returns to the account. The ledger has no fees of payment systems.',
  },
} satisfies Record<string, Translated>;
