import type { PaymentStatus } from '#app/payments/payment-status.ts';
import type { Translated } from '#base/text/locales.ts';
import type { OrderStatus } from '../order-status.ts';

/** The heads of the table of orders, in the order of its columns. */
export const orderHeads: readonly Translated[] = [
  { ru: 'Номер', uz: 'Raqam', en: 'Number' },
  { ru: 'Статус', uz: 'Holat', en: 'Status' },
  { ru: 'Оформлен', uz: 'Rasmiylashtirilgan', en: 'Placed' },
  { ru: 'Покупатель', uz: 'Xaridor', en: 'Buyer' },
  { ru: 'Телефон покупателя', uz: 'Xaridor telefoni', en: 'Buyer’s phone' },
  { ru: 'Получатель', uz: 'Oluvchi', en: 'Recipient' },
  { ru: 'Телефон получателя', uz: 'Oluvchi telefoni', en: 'Recipient’s phone' },
  { ru: 'Доставка', uz: 'Yetkazib berish', en: 'Delivery' },
  { ru: 'Автор', uz: 'Muallif', en: 'Creator' },
  { ru: 'Товар', uz: 'Mahsulot', en: 'Product' },
  { ru: 'Размер', uz: 'Oʻlcham', en: 'Size' },
  { ru: 'Цвет', uz: 'Rang', en: 'Colour' },
  { ru: 'Цена', uz: 'Narx', en: 'Price' },
  { ru: 'Количество', uz: 'Soni', en: 'Quantity' },
  { ru: 'Сумма', uz: 'Summa', en: 'Amount' },
  { ru: 'Сумма заказа', uz: 'Buyurtma summasi', en: 'Order total' },
  { ru: 'Донат', uz: 'Donat', en: 'Donation' },
  { ru: 'Платёж', uz: 'Toʻlov', en: 'Payment' },
  { ru: 'Цена доставки', uz: 'Yetkazib berish narxi', en: 'Delivery price' },
  { ru: 'Скидка', uz: 'Chegirma', en: 'Discount' },
  { ru: 'Промокод', uz: 'Promokod', en: 'Promo code' },
];

/** As on the screen of an order. */
export const orderStates: Readonly<Record<OrderStatus, Translated>> = {
  Basket: { ru: 'Корзина', uz: 'Savat', en: 'Basket' },
  AwaitingPayment: { ru: 'Ждёт оплаты', uz: 'Toʻlov kutilmoqda', en: 'Awaiting payment' },
  Paid: { ru: 'Оплачен', uz: 'Toʻlandi', en: 'Paid' },
  Processing: { ru: 'Собирается', uz: 'Yigʻilmoqda', en: 'Being packed' },
  Shipped: { ru: 'Отправлен', uz: 'Joʻnatilgan', en: 'Shipped' },
  ReadyForPickup: { ru: 'Готов к выдаче', uz: 'Topshirishga tayyor', en: 'Ready for pickup' },
  Completed: { ru: 'Выдан', uz: 'Topshirilgan', en: 'Completed' },
  Cancelled: { ru: 'Отменён', uz: 'Bekor qilindi', en: 'Cancelled' },
  Refunded: { ru: 'Деньги возвращены', uz: 'Pul qaytarildi', en: 'Refunded' },
};

/** As on the screen of an order. */
export const paymentStates: Readonly<Record<PaymentStatus, Translated>> = {
  Created: { ru: 'Открыт', uz: 'Ochiq', en: 'Open' },
  AwaitingCode: { ru: 'Ждёт кода', uz: 'Kod kutilmoqda', en: 'Waiting for the code' },
  Paid: { ru: 'Оплачен', uz: 'Toʻlandi', en: 'Paid' },
  Failed: { ru: 'Не прошёл', uz: 'Oʻtmadi', en: 'Failed' },
  Expired: { ru: 'Истёк', uz: 'Muddati oʻtdi', en: 'Expired' },
  Refunded: { ru: 'Возвращён', uz: 'Qaytarilgan', en: 'Refunded' },
};
