/** Russian messages by invalid field; paths of nested members are joined by dots. */
export type FieldMessages = Readonly<Record<string, string>>;

/** Optional details of a failure. */
export interface FailureDetails {
  /** Replaces the failure's own text. */
  readonly message?: string;
  readonly fields?: FieldMessages;
  /** Whole seconds, sent as `Retry-After` too. */
  readonly retryAfter?: number;
  /** Further data that the screen needs, such as the new total of a basket. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A named failure of a call: thrown on the server, sent as an envelope, thrown again in the browser. */
export class CallFailure extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: FieldMessages | undefined;
  readonly retryAfter: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, status: number, message: string, more: Omit<FailureDetails, 'message'> = {}) {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
    this.status = status;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.details = more.details;
  }
}

/**
 * Whether a caught value is a named failure. Compares the name, not the class: the page bundle has its own copy of the class.
 */
export function isCallFailure(error: unknown): error is CallFailure {
  return error instanceof Error && error.name === 'CallFailure' && 'code' in error && 'status' in error;
}

/** Whether the server has answered that it will not do what was asked; it may be reached and in order. */
export function isRefused(error: unknown): error is CallFailure {
  return isCallFailure(error) && error.status >= 400 && error.status < 500;
}

/** What is wrong, in one sentence: the first fault of a field, else the failure's own words. */
export function faultOf({ fields = {}, message }: CallFailure): string {
  return Object.values(fields)[0] ?? message;
}

/** A failure as a contract declares it. */
export interface Failure<Code extends string = string> {
  /** Makes the error to throw: `throw soldOut()`. */
  (more?: FailureDetails): CallFailure;
  readonly code: Code;
  readonly status: number;
  readonly message: string;
  /** Whether a caught value is this failure. */
  is(error: unknown): error is CallFailure;
}

/** Declares a failure. `message` is Russian and ready to be shown. */
export function failure<const Code extends string>(code: Code, status: number, message: string): Failure<Code> {
  const create = (more: FailureDetails = {}) => new CallFailure(code, status, more.message ?? message, more);
  const is = (error: unknown): error is CallFailure => isCallFailure(error) && error.code === code;
  return Object.assign(create, { code, status, message, is });
}

/** The failures that any call may return (docs/rules.md#wire). */
export const failures = {
  validationFailed: failure('ValidationFailed', 400, 'Проверьте введённые данные'),
  unauthorized: failure('Unauthorized', 401, 'Войдите, чтобы продолжить'),
  forbidden: failure('Forbidden', 403, 'У вас нет доступа к этому действию'),
  notFound: failure('NotFound', 404, 'Ничего не найдено'),
  payloadTooLarge: failure('PayloadTooLarge', 413, 'Слишком большой запрос'),
  unsupportedMediaType: failure('UnsupportedMediaType', 415, 'Данные такого вида не принимаются'),
  idempotencyMismatch: failure('IdempotencyMismatch', 422, 'Этот ключ повтора уже использован для другого запроса'),
  methodNotAllowed: failure('MethodNotAllowed', 405, 'К этому адресу обращаются другим методом'),
  requestInProgress: failure('RequestInProgress', 409, 'Этот запрос уже выполняется, подождите немного'),
  tooManyRequests: failure('TooManyRequests', 429, 'Слишком много запросов, попробуйте чуть позже'),
  internal: failure('InternalError', 500, 'Что-то сломалось у нас. Мы уже знаем об этом, попробуйте ещё раз'),
  unavailable: failure('ServiceUnavailable', 503, 'Сервис перегружен, попробуйте через несколько секунд'),
  storageFull: failure('StorageFull', 507, 'Сейчас мы не можем ничего сохранить. Попробуйте через несколько минут'),
} as const;
