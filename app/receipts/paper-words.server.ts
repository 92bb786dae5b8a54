import type { Translated } from '#base/text/locales.ts';
import { isPersonTaxNumber } from '#base/text/tax-number.ts';

/** The words of printed documents by language. */
export const paperWords = {
  receipt: { ru: 'Чек', uz: 'Chek', en: 'Receipt' },
  donation: { ru: 'Поддержка автора', uz: 'Muallifni qoʻllab-quvvatlash', en: 'Donation to a creator' },
  order: { ru: 'Заказ №', uz: 'Buyurtma №', en: 'Order No.' },
  number: { ru: 'Номер', uz: 'Raqami', en: 'Number' },
  paidAt: { ru: 'Оплачено', uz: 'Toʻlangan vaqti', en: 'Paid on' },
  payer: { ru: 'Плательщик', uz: 'Toʻlovchi', en: 'Payer' },
  delivery: { ru: 'Доставка', uz: 'Yetkazib berish', en: 'Delivery' },
  what: { ru: 'Что оплачено', uz: 'Nima uchun toʻlangan', en: 'Paid for' },
  creator: { ru: 'Автор', uz: 'Muallif', en: 'Creator' },
  companyTaxNumber: { ru: 'ИНН', uz: 'STIR', en: 'TIN' },
  personTaxNumber: { ru: 'ПИНФЛ', uz: 'JShShIR', en: 'PINFL' },
  quantity: { ru: 'Кол-во', uz: 'Soni', en: 'Qty' },
  price: { ru: 'Цена', uz: 'Narxi', en: 'Price' },
  discount: { ru: 'скидка', uz: 'chegirma', en: 'discount' },
  sum: { ru: 'Сумма', uz: 'Summa', en: 'Amount' },
  total: { ru: 'Итого', uz: 'Jami', en: 'Total' },
  refunded: { ru: 'Возвращено', uz: 'Qaytarilgan', en: 'Refunded' },
  rest: { ru: 'Остаётся', uz: 'Qoladi', en: 'Remaining' },
  system: { ru: 'Платёжная система', uz: 'Toʻlov tizimi', en: 'Payment system' },
  fiscal: { ru: 'Фискальный признак', uz: 'Fiskal belgi', en: 'Fiscal sign' },
  refundFiscal: {
    ru: 'Фискальный признак возврата',
    uz: 'Qaytarishning fiskal belgisi',
    en: 'Fiscal sign of the refund',
  },
  commission: {
    ru: 'В том числе комиссия площадки',
    uz: 'Shu jumladan platforma komissiyasi',
    en: 'Including the platform fee',
  },
  itemCode: { ru: 'ИКПУ', uz: 'MXIK', en: 'IKPU' },
  packageCode: { ru: 'упаковка', uz: 'qadoq', en: 'package' },
  unit: { ru: 'единица', uz: 'oʻlchov birligi', en: 'unit' },
  vat: { ru: 'НДС', uz: 'QQS', en: 'VAT' },
  bankCard: { ru: 'Банковская карта', uz: 'Bank kartasi', en: 'Bank card' },
  phone: { ru: 'Телефон', uz: 'Telefon', en: 'Phone' },
  address: { ru: 'Адрес', uz: 'Manzil', en: 'Address' },
  act: { ru: 'Акт о выплате', uz: 'Toʻlab berish dalolatnomasi', en: 'Payout statement' },
  request: { ru: 'Заявка на выплату', uz: 'Toʻlab berish soʻrovi', en: 'Payout request' },
  requestedAt: { ru: 'Запрошено', uz: 'Soʻralgan vaqti', en: 'Requested on' },
  decidedAt: { ru: 'Решено', uz: 'Hal qilingan vaqti', en: 'Decided on' },
  card: { ru: 'Карта', uz: 'Karta', en: 'Card' },
  transfer: { ru: 'Номер перевода', uz: 'Oʻtkazma raqami', en: 'Transfer number' },
  reason: { ru: 'Причина', uz: 'Sababi', en: 'Reason' },
  state: { ru: 'Состояние', uz: 'Holati', en: 'Status' },
  Requested: { ru: 'Ждёт оператора', uz: 'Operatorni kutmoqda', en: 'Waiting for the operator' },
  Paid: { ru: 'Выплачено', uz: 'Toʻlab berilgan', en: 'Paid out' },
  Declined: { ru: 'Отклонено', uz: 'Rad etilgan', en: 'Declined' },
  Cancelled: { ru: 'Отменено автором', uz: 'Muallif bekor qilgan', en: 'Cancelled by the creator' },
} satisfies Record<string, Translated>;

/** What a tax number is called. */
export const taxNumberWords = (taxNumber: string): Translated =>
  isPersonTaxNumber(taxNumber) ? paperWords.personTaxNumber : paperWords.companyTaxNumber;
