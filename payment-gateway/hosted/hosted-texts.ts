import type { Transaction } from './hosted-books.ts';

/** The words of the payer's pages. */
export interface PayerTexts {
  readonly title: string;
  readonly hint: string;
  readonly pay: string;
  readonly late: string;
  readonly poor: string;
  readonly decline: string;
  readonly back: string;
  readonly refused: string;
  readonly down: string;
  readonly states: Readonly<Record<Transaction['state'], string>>;
}

const waitingRu = 'Ждём ответа магазина';
const waitingUz = 'Doʻkon javobini kutyapmiz';
const waitingEn = 'Waiting for the shop';

/** The words on the pages of a system. */
export const payerTexts = (system: string): Readonly<Record<Transaction['language'], PayerTexts>> => ({
  ru: {
    title: `Оплата через ${system}`,
    hint: `Ненастоящие деньги: замена страницы ${system} для проверки`,
    pay: 'Оплатить',
    late: 'Оплатить, магазин узнает через 20 секунд',
    poor: 'Оплатить картой, на которой нет денег',
    decline: 'Отказаться',
    back: 'Вернуться на сайт',
    refused: 'Магазин не принимает этот платёж',
    down: `${system} сейчас не работает. Деньги не списаны, попробуйте позже.`,
    states: {
      creating: waitingRu,
      held: waitingRu,
      paid: 'Оплачено',
      refused: 'Оплата не прошла, деньги не списаны',
      cancelling: 'Возвращаем деньги',
      cancelled: 'Оплата не прошла, деньги не списаны',
      refunding: 'Возвращаем деньги',
      refunded: 'Деньги возвращены',
    },
  },
  uz: {
    title: `${system} orqali toʻlash`,
    hint: `Haqiqiy pul emas: sinov uchun ${system} sahifasining oʻrnida`,
    pay: 'Toʻlash',
    late: 'Toʻlash, doʻkon 20 soniyadan keyin biladi',
    poor: 'Puli yoʻq karta bilan toʻlash',
    decline: 'Bekor qilish',
    back: 'Saytga qaytish',
    refused: 'Doʻkon bu toʻlovni qabul qilmaydi',
    down: `${system} hozir ishlamayapti. Pul yechilmadi, keyinroq urinib koʻring.`,
    states: {
      creating: waitingUz,
      held: waitingUz,
      paid: 'Toʻlandi',
      refused: 'Toʻlov oʻtmadi, pul yechilmadi',
      cancelling: 'Pulni qaytaryapmiz',
      cancelled: 'Toʻlov oʻtmadi, pul yechilmadi',
      refunding: 'Pulni qaytaryapmiz',
      refunded: 'Pul qaytarildi',
    },
  },
  en: {
    title: `Pay with ${system}`,
    hint: `No real money: a stand-in for the page of ${system}, for tests`,
    pay: 'Pay',
    late: 'Pay, the shop is notified after 20 seconds',
    poor: 'Pay with a card without money',
    decline: 'Decline',
    back: 'Back to the site',
    refused: 'The shop does not take this payment',
    down: `${system} is out of order. No money was taken, try again later.`,
    states: {
      creating: waitingEn,
      held: waitingEn,
      paid: 'Paid',
      refused: 'Not paid, no money was taken',
      cancelling: 'Returning the money',
      cancelled: 'Not paid, no money was taken',
      refunding: 'Returning the money',
      refunded: 'The money was returned',
    },
  },
});
