import { failure } from '#base/calls/errors.ts';
import { unpaidMost } from './order-limits.ts';

/** The total differs from the one that the buyer was shown; `details.total`: the current one, in main units. */
export const priceChanged = failure('PriceChanged', 409, 'Цены изменились. Проверьте новую сумму и подтвердите заказ');

/** The basket, or the order placed from it, holds other items than the buyer was shown. */
export const basketChanged = failure(
  'BasketChanged',
  409,
  'Корзину тем временем изменили. Проверьте, что в ней, и подтвердите заказ',
);

/** Fewer pieces are in stock than asked for; `details.lines`: `[{productId, left}]`. */
export const outOfStock = failure('OutOfStock', 409, 'Товара осталось меньше, чем в корзине');

/** A product is no longer sold, or not in that size or colour; `details.lines`: `[{productId, sizeId, colorId, state}]`. */
export const productUnavailable = failure('ProductUnavailable', 409, 'Часть товаров больше не продаётся. Уберите их');

/** A product is only for those who support its seller monthly; `details.lines`: `[{productId, sizeId, colorId, state}]`. */
export const membersOnly = failure(
  'MembersOnly',
  409,
  'Часть товаров — только для подписчиков автора. Подпишитесь на него или уберите их',
);

/** The product is not offered in that size or colour; `details.lines`: `[{productId, sizeId, colorId, state}]`. */
export const wrongSize = failure('WrongSize', 409, 'Такого размера или цвета у товара нет. Выберите другой');

/** The order cannot change from its current status to that one. */
export const wrongTransition = failure('WrongTransition', 409, 'Из этого состояния заказ так перевести нельзя');

/** It is unknown whether the order is paid: the server cancels it once the provider says that it is unpaid. */
export const paymentUnknown = failure(
  'PaymentUnknown',
  409,
  'Платёжная система не отвечает, и неизвестно, оплачен ли заказ. Как только она ответит, он отменится сам, а оплаченный останется',
);

/** More pieces than are left of the order, less those that were refunded; `details.lines`: `[{productId, sizeId, colorId, left}]`. */
export const refundTooLarge = failure(
  'RefundTooLarge',
  409,
  'Столько штук вернуть нельзя: за часть деньги уже вернули',
);

/** Pieces were refunded since the order was shown to the one who refunds; `details.lines`: `[{productId, sizeId, colorId, left}]`. */
export const orderChanged = failure(
  'OrderChanged',
  409,
  'За часть этих товаров деньги тем временем уже вернули. Посмотрите, что осталось, и выберите ещё раз',
);

/** A refund of the order awaits the provider's answer; until then its status does not change. */
export const refundPending = failure(
  'RefundPending',
  409,
  'Деньги за этот заказ сейчас возвращаются. Перевести его дальше можно, когда платёжная система ответит',
);

/** No refund of the order waits for the staff to ask again. */
export const refundNotStopped = failure(
  'RefundNotStopped',
  409,
  'Запрашивать нечего: возвраты этого заказа не остановлены',
);

/** The order has been placed: its items and delivery can no longer be changed. */
export const orderPlaced = failure('OrderPlaced', 409, 'Заказ уже оформлен, изменить его нельзя');

/** More different items than a basket holds. */
export const basketFull = failure('BasketFull', 409, 'В корзине не больше 100 разных товаров');

/** The pickup point is closed; another one must be chosen. */
export const pickUpClosed = failure('PickUpClosed', 409, 'Этот пункт выдачи закрыт. Выберите другой');

/** Too many orders of the buyer await payment: each of them reserves pieces that others could buy. */
export const tooManyUnpaid = failure(
  'TooManyUnpaid',
  409,
  `У вас уже ${unpaidMost} неоплаченных заказов. Оплатите или отмените один из них, чтобы оформить новый`,
);
