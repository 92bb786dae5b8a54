import { failure } from '#base/calls/errors.ts';

/** The provider does not answer, or its answer breaks the contract (docs/rules.md#wire). */
export const paymentProviderUnavailable = failure(
  'PaymentProviderUnavailable',
  503,
  'Платёжная система сейчас не отвечает. Деньги не списаны, попробуйте ещё раз через минуту',
);

/** Said where the payer's card may have been charged although no answer came. */
export const outcomeUnknown =
  'Платёжная система ещё не ответила, прошла ли оплата. Не платите ещё раз: ответ придёт сам';

/** A payment over another amount is still open at the provider for the same donation or order. */
export const otherPaymentOpen = failure(
  'OtherPaymentOpen',
  409,
  'Уже начата оплата на другую сумму. Завершите её или подождите, пока она истечёт',
);

/** The payment system does not take a sum like this one. */
export const amountNotTaken = failure(
  'AmountNotTaken',
  409,
  'Такую сумму так не оплатить. Измените её или выберите другой способ оплаты',
);

/** The bank does not charge the card; the payment is closed unpaid. */
export const cardRefused = failure(
  'CardRefused',
  402,
  'Банк отклонил оплату. Деньги не списаны. Проверьте, хватает ли денег, или возьмите другую карту',
);

/** The payment system does not know the card's token any more, or the payer has not confirmed the card. */
export const cardNotConfirmed = failure(
  'CardNotConfirmed',
  422,
  'Эту карту нужно подтвердить заново. Деньги не списаны, введите её номер ещё раз',
);

/** The card that monthly support needs cannot be charged without its payer. */
export const cardNotSaved = failure(
  'CardNotSaved',
  422,
  'Эту карту нельзя списывать каждый месяц. Деньги не списаны, возьмите другую',
);

/** What the payment is for takes no money any more. Money that was taken before is found out about without this call. */
export const paymentClosed = failure(
  'PaymentClosed',
  409,
  'Оплата больше не принимается. Если деньги уже были списаны, платёж появится сам',
);

/** Only a paid payment can be refunded. */
export const notPaid = failure('NotPaid', 409, 'Вернуть можно только оплаченный платёж');

/** The payment system refunds whole payments only. */
export const partRefundNotOffered = failure(
  'PartRefundNotOffered',
  409,
  'Эта платёжная система возвращает только весь платёж. Верните заказ целиком',
);

/** A callback whose signature is missing, wrong or over five minutes old. */
export const badSignature = failure('BadSignature', 401, 'Подпись не подходит');

/** The provider has refused the refund for good. */
export const refundRefused = failure(
  'RefundRefused',
  409,
  'Платёжная система отказала в возврате. Платёж стоит в списке требующих внимания',
);
