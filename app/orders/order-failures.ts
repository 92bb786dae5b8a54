import { failure } from '#base/errors.ts';
import { unpaidMost } from './order-limits.ts';

/** The total is not what the buyer was shown; `details.total`: the one that holds now, in main units. */
export const priceChanged = failure('PriceChanged', 409, 'Цены изменились. Проверьте новую сумму и подтвердите заказ');

/** There are fewer pieces than asked for; `details.lines`: `[{productId, left}]`. */
export const outOfStock = failure('OutOfStock', 409, 'Товара осталось меньше, чем в корзине');

/** A product is no longer sold, or not in that size or colour; `details.lines`: `[{productId, sizeId, colorId, state}]`. */
export const productUnavailable = failure('ProductUnavailable', 409, 'Часть товаров больше не продаётся. Уберите их');

/** The order does not go to that state from the one it is in. */
export const wrongTransition = failure('WrongTransition', 409, 'Из этого состояния заказ так перевести нельзя');

/** The order has been placed already: its items and delivery stay as they are. */
export const orderPlaced = failure('OrderPlaced', 409, 'Заказ уже оформлен, изменить его нельзя');

/** More different items than a basket holds. */
export const basketFull = failure('BasketFull', 409, 'В корзине не больше 100 разных товаров');

/** The pickup point is closed: another must be chosen. */
export const pickUpClosed = failure('PickUpClosed', 409, 'Этот пункт выдачи закрыт. Выберите другой');

/** So many orders of one buyer await their payment that one more would only hold pieces back from others. */
export const tooManyUnpaid = failure(
  'TooManyUnpaid',
  409,
  `У вас уже ${unpaidMost} неоплаченных заказов. Оплатите или отмените один из них, чтобы оформить новый`,
);
