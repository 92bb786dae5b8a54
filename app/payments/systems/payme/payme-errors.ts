import type { Translated } from '#base/text/locales.ts';

/** A failure in Payme's numbers (https://developer.help.paycom.uz/metody-merchant-api/oshibki-errors). */
export class PaymeError extends Error {
  override name = 'PaymeError';
  readonly code: number;
  /** Payme shows it to the payer. */
  readonly text: Translated;
  /** What is at fault: a member of the account, or an unknown method. */
  readonly data: string | undefined;

  constructor(code: number, text: Translated, data?: string) {
    super(text.en);
    this.code = code;
    this.text = text;
    this.data = data;
  }
}

/** The member of the account. */
const member = 'payment';

const texts = {
  unknownPayment: { ru: 'Платёж не найден', uz: 'Toʻlov topilmadi', en: 'The payment does not exist' },
  wrongAmount: { ru: 'Неверная сумма', uz: 'Summa notoʻgʻri', en: 'The amount is wrong' },
  closedPayment: {
    ru: 'Этот платёж уже закрыт. Начните оплату заново на сайте',
    uz: 'Bu toʻlov yopilgan. Toʻlovni saytda qaytadan boshlang',
    en: 'This payment is closed. Start again on the site',
  },
  busyPayment: {
    ru: 'Этот платёж уже оплачивается',
    uz: 'Bu toʻlov allaqachon toʻlanmoqda',
    en: 'This payment is being paid already',
  },
  unknownTransaction: {
    ru: 'Транзакция не найдена',
    uz: 'Tranzaksiya topilmadi',
    en: 'The transaction does not exist',
  },
  unknownReceipt: { ru: 'Чек с таким id не найден', uz: 'Bunday id li chek topilmadi', en: 'No such receipt' },
  impossible: {
    ru: 'Операцию выполнить нельзя: платёж закрыт',
    uz: 'Amalni bajarib boʻlmaydi: toʻlov yopilgan',
    en: 'This cannot be done: the payment is closed',
  },
  notPost: { ru: 'Нужен метод POST', uz: 'POST metodi kerak', en: 'The method must be POST' },
  unauthorized: { ru: 'Недостаточно привилегий', uz: 'Huquqlar yetarli emas', en: 'Not authorized' },
  notJson: { ru: 'Ошибка разбора JSON', uz: 'JSON notoʻgʻri', en: 'The body is not JSON' },
  wrongFields: { ru: 'Неверные поля запроса', uz: 'Soʻrov maydonlari notoʻgʻri', en: 'The members are wrong' },
  unknownMethod: { ru: 'Метод не найден', uz: 'Metod topilmadi', en: 'The method does not exist' },
  broken: { ru: 'Системная ошибка', uz: 'Tizim xatosi', en: 'System error' },
} satisfies Readonly<Record<string, Translated>>;

export const unknownPayment = () => new PaymeError(-31050, texts.unknownPayment, member);
export const wrongAmount = () => new PaymeError(-31001, texts.wrongAmount);
export const closedPayment = () => new PaymeError(-31051, texts.closedPayment, member);
/** Before a transaction: the account is at fault. */
export const busyPayment = () => new PaymeError(-31052, texts.busyPayment, member);
/** Instead of a second transaction, as Payme's sandbox demands. */
export const secondTransaction = () => new PaymeError(-31008, texts.busyPayment);
export const unknownTransaction = () => new PaymeError(-31003, texts.unknownTransaction);
/** SetFiscalData of a transaction that is not ours. */
export const unknownReceipt = () => new PaymeError(-32001, texts.unknownReceipt);
export const impossible = () => new PaymeError(-31008, texts.impossible);
export const notPost = () => new PaymeError(-32300, texts.notPost);
export const unauthorized = () => new PaymeError(-32504, texts.unauthorized);
export const notJson = () => new PaymeError(-32700, texts.notJson);
export const wrongFields = () => new PaymeError(-32600, texts.wrongFields);
export const unknownMethod = (method: string) => new PaymeError(-32601, texts.unknownMethod, method.slice(0, 100));
export const broken = () => new PaymeError(-32400, texts.broken);
