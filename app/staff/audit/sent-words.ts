import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { z } from 'zod';
import { isRole } from '#app/identity/roles.ts';
import { orderStatuses, statusOf } from '#app/orders/order-status.ts';
import { useStatusWords } from '#app/orders/use-status-words.ts';
import { useFieldNames } from '#app/profile/field-names.ts';
import { membersOf } from '#base/text/stored-value.ts';
import type { AuditedCall } from '../call-names.ts';
import { useRoleNames } from '../role-names.ts';

type MembersOf<Part> = Part extends z.ZodType ? keyof z.input<Part> : never;
type SentBy<C> = C extends AuditedCall
  ?
      | (C extends { readonly query: infer Query } ? MembersOf<Query> : never)
      | (C extends { readonly body: infer Body } ? MembersOf<Body> : never)
  : never;
/** Labels of the details noted beside the input. */
type Noted =
  | 'keepTools'
  | 'tokens'
  | 'webhooks'
  | 'chats'
  | 'hasWidgets'
  | 'before'
  | 'orders'
  | 'amount'
  | 'cardMask'
  | 'fileName'
  | 'count'
  | 'number'
  | 'statusBefore'
  | 'pickUp'
  | 'pickUpBefore';

/** Labels of all members of audited calls; null: ids and the like, which mean nothing to a reader. */
const names: Readonly<Record<SentBy<AuditedCall> | Noted, MessageDescriptor | null>> = {
  userId: null,
  id: null,
  ids: null,
  items: null,
  points: null,
  lines: null,
  orderId: null,
  pickupPointId: null,
  orderIds: null,
  payoutId: null,
  paymentId: null,
  kind: null,
  qrUrl: null,
  membershipId: null,
  messageId: null,
  postId: null,
  voteId: null,
  suggestionId: null,
  targetId: null,
  rewardId: null,
  drawId: null,
  clockId: null,
  jointId: null,
  values: null,
  states: null,
  version: null,
  seen: null,
  revision: null,
  categoryId: null,
  sizeId: null,
  sizeIds: null,
  colorId: null,
  colorIds: null,
  images: null,
  sizeChart: null,
  regionId: null,
  latitude: null,
  longitude: null,
  order: msg`Место`,
  reason: msg`Причина`,
  role: msg`Роль`,
  before: msg`Прежняя роль`,
  keepTools: msg`Инструменты оставлены`,
  tokens: msg`Отключено ключей`,
  webhooks: msg`Отключено вебхуков`,
  chats: msg`Отвязано чатов`,
  hasWidgets: msg`Адреса виджетов сменены`,
  fields: msg`Поля`,
  confirmed: msg`Знак подтверждения`,
  comments: msg`Замечания`,
  minAmount: msg`Минимальная сумма`,
  maxAmount: msg`Максимальная сумма`,
  presets: msg`Быстрые суммы`,
  messageMaxLength: msg`Длина сообщения`,
  commissionPercent: msg`Комиссия, %`,
  stopWords: msg`Стоп-слова`,
  isEnabled: msg`Донаты включены`,
  stopReason: msg`Почему донаты остановлены`,
  reference: msg`Номер перевода`,
  amount: msg`Сумма`,
  despiteDebt: msg`Выплачено при отрицательном балансе`,
  cardMask: msg`Карта`,
  // Said without a label.
  status: null,
  orders: msg`Заказов`,
  // The link of the line has it.
  number: null,
  // Beside the new one.
  statusBefore: null,
  pickUp: msg`Пункт выдачи`,
  pickUpBefore: msg`Прежний пункт`,
  name: msg`Название`,
  price: msg`Цена`,
  description: msg`Описание`,
  isActive: msg`Включён`,
  stock: msg`Остаток`,
  state: msg`Включён`,
  isTop: msg`В топе`,
  isForMembers: msg`Только для подписчиков`,
  address: msg`Адрес`,
  page: msg`Страница`,
  logo: msg`Логотип`,
  accent: msg`Цвет`,
  company: msg`Организация`,
  taxNumber: msg`ИНН или ПИНФЛ`,
  email: msg`Почта`,
  telegram: msg`Telegram`,
  taxItem: msg`ИКПУ`,
  // Long texts; every version of them stands in the editor.
  ru: null,
  uz: null,
  en: null,
  phone: msg`Телефон`,
  code: msg`Промокод`,
  percent: msg`Процент`,
  sellerUserName: msg`Автор`,
  minTotal: msg`Товаров не меньше чем на`,
  from: msg`С какого дня`,
  until: msg`По какой день`,
  most: msg`Сколько раз всего`,
  mostEach: msg`Сколько раз одному человеку`,
  workingHours: msg`Часы работы`,
  comment: msg`Комментарий`,
  donation: msg`ИКПУ донатов`,
  delivery: msg`ИКПУ доставки`,
  product: msg`ИКПУ товаров`,
  sign: msg`Фискальный признак`,
  fileName: msg`Файл`,
  count: msg`Кодов`,
};

const isKnown = (member: string): member is keyof typeof names => Object.hasOwn(names, member);

/** Describes one member of the input; null if there is nothing to show. */
export type DescribeSent = (member: string, value: unknown, before?: unknown) => string | null;

/** Describes members and their values in the language of the reader; unknown ones of other releases stay as they are. */
export function useSentWords(): DescribeSent {
  const { _, i18n } = useLingui();
  const fields: Readonly<Record<string, string>> = useFieldNames();
  const roles = useRoleNames();
  const statuses = useStatusWords();

  function describeValue(value: unknown): string {
    if (typeof value === 'boolean') return value ? _(msg`да`) : _(msg`нет`);
    if (typeof value === 'number') return i18n.number(value);
    if (Array.isArray(value)) return value.map(describeValue).join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  const fieldOf = (name: unknown) => fields[String(name)] ?? String(name);

  const describeRole = (value: unknown) =>
    typeof value === 'string' && isRole(value) ? roles[value] : describeValue(value);

  const describeStatus = (value: unknown) => {
    const status = typeof value === 'number' ? statusOf(value) : orderStatuses.find((one) => one === value);
    return status ? statuses[status] : describeValue(value);
  };

  /** The code of a `TaxItem`; what is no item stays as it is. */
  const describeItem = (value: unknown) => String(membersOf(value).code ?? describeValue(value));

  /** Members with values other than plain texts and numbers. */
  const describers: Readonly<Record<string, (value: unknown) => string>> = {
    role: describeRole,
    before: describeRole,
    fields: (value) => (Array.isArray(value) ? value.map(fieldOf).join(', ') : describeValue(value)),
    comments: (value) =>
      Object.entries(Object.assign({}, value))
        .map(([name, comment]) => `${fieldOf(name)}: ${describeValue(comment)}`)
        .join('; '),
    donation: describeItem,
    delivery: describeItem,
    product: describeItem,
    taxItem: describeItem,
    // Hundreds of words: the count is enough.
    stopWords: (value) => (Array.isArray(value) ? i18n.number(value.length) : describeValue(value)),
  };

  return (member, value, before) => {
    if (value === null || value === undefined || value === '') return null;
    if (member === 'status') {
      const to = describeStatus(value);
      return before === undefined || before === null ? to : `${describeStatus(before)} → ${to}`;
    }
    const name = isKnown(member) ? names[member] : member;
    if (name === null) return null;
    return `${typeof name === 'string' ? name : _(name)}: ${(describers[member] ?? describeValue)(value)}`;
  };
}
