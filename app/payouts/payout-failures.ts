import { failure } from '#base/errors.ts';

/** The account does not hold so much, other requests already taken off. */
export const notEnoughMoney = failure('NotEnoughMoney', 409, 'На счёте нет такой суммы');

/** The request has been paid, declined or cancelled meanwhile. */
export const payoutDecided = failure('PayoutDecided', 409, 'Эта заявка уже закрыта: обновите страницу');
