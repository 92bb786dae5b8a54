import { failure } from '#base/errors.ts';

/** The provider does not answer, or not as agreed (contract, section 1). */
export const paymentProviderUnavailable = failure(
  'PaymentProviderUnavailable',
  503,
  'Платёжная система сейчас не отвечает. Деньги не списаны, попробуйте ещё раз через минуту',
);

/** A payment over another amount is still open at the provider for the same thing. */
export const otherPaymentOpen = failure(
  'OtherPaymentOpen',
  409,
  'Уже начата оплата на другую сумму. Завершите её или подождите, пока она истечёт',
);

/** Only what is paid can be given back. */
export const notPaid = failure('NotPaid', 409, 'Вернуть можно только оплаченный платёж');

/** A callback whose signature is missing, wrong or over five minutes old. */
export const badSignature = failure('BadSignature', 401, 'Подпись не подходит');
