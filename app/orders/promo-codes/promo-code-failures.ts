import { failure } from '#base/calls/errors.ts';

/** There is no such code, it was switched off, or it is not valid yet. */
export const promoCodeUnknown = failure('PromoCodeUnknown', 404, 'Такого промокода нет. Проверьте, как он написан');

/** The code has ended, or has been used as often as it may. */
export const promoCodeOver = failure('PromoCodeOver', 409, 'Этот промокод уже не действует');

/** The buyer has used the code as often as one person may. */
export const promoCodeSpent = failure('PromoCodeSpent', 409, 'Вы уже воспользовались этим промокодом');

/** A code with this text exists. */
export const promoCodeTaken = failure('PromoCodeTaken', 409, 'Такой промокод уже есть');
