import { failure, failures } from '#base/calls/errors.ts';

/** Another admin has saved the codes of the site since they were read. */
export const taxDefaultsChanged = failure(
  'TaxDefaultsChanged',
  409,
  'Коды уже изменил кто-то другой. Загрузите их заново и внесите свои правки',
);

const whyNotAwaited = {
  waived: 'Уже решено, что чека этого платежа не будет',
  stored: 'Чек этого платежа уже есть: он пришёл из платёжной системы или его указали раньше',
  notDue: 'Чека этого платежа мы не ждём: он не оплачен, не возвращён или его система чеков не выдаёт',
  unknown: 'Такого платежа нет',
} as const;

/** No receipt of this payment or refund is awaited, and why. */
export const receiptNotAwaited = (why: keyof typeof whyNotAwaited) =>
  failures.notFound({ message: whyNotAwaited[why] });

/** Lines of an uploaded list are wrong, and nothing was stored; `details.lines` names the first of them. */
export const wrongTaxCodes = failure('WrongTaxCodes', 400, 'В списке есть ошибки. Ничего не загружено');
