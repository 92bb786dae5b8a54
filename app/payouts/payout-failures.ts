import { failure } from '#base/calls/errors.ts';

/** The account's balance, without the sums of open requests, is too low. */
export const notEnoughMoney = failure('NotEnoughMoney', 409, 'На счёте нет такой суммы');

/** The request was already paid, declined or cancelled. */
export const payoutDecided = failure('PayoutDecided', 409, 'Эта заявка уже закрыта: обновите страницу');

/** A refund has made the balance negative since the request; `details.balance`: what it is now, in main units. */
export const balanceNegative = failure(
  'BalanceNegative',
  409,
  'После возвратов баланс автора стал отрицательным. Отклоните заявку или подтвердите, что выплачиваете всё равно',
);
