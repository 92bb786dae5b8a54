/** Every failure of the gateway: the HTTP status and the message, which is shown to the payer unchanged. */
export const failures = {
  BadRequest: { status: 400, message: 'Запрос составлен неверно. Проверьте данные и повторите попытку.' },
  BadCard: { status: 400, message: 'Проверьте номер карты и срок действия.' },
  Unauthorized: { status: 401, message: 'Неверный ключ продавца.' },
  InsufficientFunds: { status: 402, message: 'На карте недостаточно средств. Пополните карту или оплатите другой.' },
  CardExpired: { status: 402, message: 'Срок действия карты истёк. Оплатите другой картой.' },
  CardBlocked: { status: 402, message: 'Карта заблокирована банком. Обратитесь в банк или оплатите другой картой.' },
  ForeignPage: { status: 403, message: 'Действие отправлено с чужой страницы.' },
  NotFound: { status: 404, message: 'Такой страницы или платежа нет.' },
  AlreadyPaid: { status: 409, message: 'Платёж уже оплачен. Деньги второй раз не спишутся.' },
  PaymentFailed: { status: 409, message: 'Платёж не прошёл и закрыт. Деньги не списаны, начните оплату заново.' },
  CodeNotRequested: { status: 409, message: 'Код ещё не отправлен. Сначала введите данные карты.' },
  WalletNotChosen: { status: 409, message: 'Для этого платежа кошелёк не выбран.' },
  CardNeeded: { status: 409, message: 'Каждый месяц можно платить только картой.' },
  ReferenceInUse: { status: 409, message: 'По этой ссылке уже открыт платёж на другую сумму.' },
  NotPaid: { status: 409, message: 'Возврат невозможен: платёж не оплачен.' },
  RefundTooLarge: { status: 409, message: 'Сумма возврата больше, чем осталось от платежа.' },
  RefundRefused: { status: 409, message: 'Возврат сейчас невозможен.' },
  CodeExpired: { status: 410, message: 'Код устарел. Отправьте карту ещё раз, и придёт новый код.' },
  PaymentExpired: { status: 410, message: 'Время на оплату вышло. Деньги не списаны, начните оплату заново.' },
  PayloadTooLarge: { status: 413, message: 'Запрос слишком большой.' },
  UnsupportedMediaType: { status: 415, message: 'Ожидается JSON.' },
  WrongCode: { status: 422, message: 'Неверный код.' },
  IdempotencyMismatch: { status: 422, message: 'С этим ключом уже запрошен возврат на другую сумму.' },
  InternalError: { status: 500, message: 'Сбой платёжной системы. Повторите попытку позже.' },
  ProviderTimeout: { status: 504, message: 'Банк не ответил вовремя. Деньги не списаны, попробуйте ещё раз.' },
} as const;

export type FailureCode = keyof typeof failures;

type Details = { message?: string; attemptsLeft?: number };

/** Thrown anywhere; server.ts turns it into an answer. */
export class PaymentFailure extends Error {
  readonly code: FailureCode;
  readonly attemptsLeft: number | undefined;

  constructor(code: FailureCode, details: Details = {}) {
    super(details.message ?? failures[code].message);
    this.code = code;
    this.attemptsLeft = details.attemptsLeft;
  }
}
