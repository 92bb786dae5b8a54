import type { OrderStatus } from '#app/orders/order-status.ts';
import type { Locale } from '#base/text/locales.ts';

interface OrderWords {
  title(number: string): string;
  readonly states: Readonly<Record<OrderStatus, string>>;
}

const russian: OrderWords = {
  title: (number) => `Заказ № ${number}`,
  states: {
    Basket: 'В корзине',
    AwaitingPayment: 'Ждёт оплаты',
    Paid: 'Оплачен',
    Processing: 'Собираем',
    Shipped: 'Уже в пути',
    ReadyForPickup: 'Можно забирать в пункте выдачи',
    Completed: 'Получен',
    Cancelled: 'Отменён',
    Refunded: 'Деньги возвращены',
  },
};

const uzbek: OrderWords = {
  title: (number) => `${number}-buyurtma`,
  states: {
    Basket: 'Savatda',
    AwaitingPayment: 'Toʻlov kutilmoqda',
    Paid: 'Toʻlangan',
    Processing: 'Yigʻilmoqda',
    Shipped: 'Yoʻlda',
    ReadyForPickup: 'Topshirish punktidan olib ketish mumkin',
    Completed: 'Olingan',
    Cancelled: 'Bekor qilingan',
    Refunded: 'Pul qaytarilgan',
  },
};

const english: OrderWords = {
  title: (number) => `Order ${number}`,
  states: {
    Basket: 'In the basket',
    AwaitingPayment: 'Waiting for payment',
    Paid: 'Paid',
    Processing: 'Being packed',
    Shipped: 'On its way',
    ReadyForPickup: 'Ready at the pickup point',
    Completed: 'Received',
    Cancelled: 'Cancelled',
    Refunded: 'Money returned',
  },
};

/** The words about orders in messages, by language. */
export const orderWords: Readonly<Record<Locale, OrderWords>> = { ru: russian, uz: uzbek, en: english };
