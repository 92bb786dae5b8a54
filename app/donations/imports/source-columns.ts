import type { ImportSource } from './import-rules.ts';

/** The place of each column in a line; -1: the file has none. */
export interface Columns {
  readonly id: number;
  readonly name: number;
  readonly message: number;
  readonly amount: number;
  readonly currency: number;
  readonly moment: number;
}

type Headings = Readonly<Record<keyof Columns, readonly string[]>>;

/** The headings of each service's exports in small letters, the surest first. */
const headings: Readonly<Record<ImportSource, Headings>> = {
  DonationAlerts: {
    id: ['id', 'номер'],
    name: ['username', 'name', 'имя', 'имя отправителя', 'отправитель', 'от кого'],
    message: ['message', 'сообщение', 'текст сообщения'],
    amount: ['amount', 'сумма'],
    currency: ['currency', 'валюта'],
    moment: ['created_at', 'date', 'дата', 'дата и время', 'дата создания'],
  },
  Boosty: {
    id: [],
    name: ['name', 'имя'],
    message: [],
    amount: ['total_money', 'total money', 'всего денег'],
    currency: ['currency', 'валюта'],
    moment: ['start_date', 'start date', 'дата начала'],
  },
  KoFi: {
    id: ['transactionid'],
    name: ['from'],
    message: ['message'],
    amount: ['received'],
    currency: ['currency'],
    moment: ['datetime (utc)', 'datetime'],
  },
};

/** What the services call a donor without a name. */
const nobody = new Set(['аноним', 'anonymous', 'ko-fi supporter', 'somebody']);

export const isNobody = (name: string): boolean => nobody.has(name.toLowerCase());

/** Finds the columns of a service in the first line of a file; null without a sum or a date. */
export function columnsOf(source: ImportSource, cells: readonly string[]): Columns | null {
  const given = cells.map((cell) => cell.trim().toLowerCase());
  const find = (names: readonly string[]) => {
    const name = names.find((one) => given.includes(one));
    return name === undefined ? -1 : given.indexOf(name);
  };
  const { id, name, message, amount, currency, moment } = headings[source];
  const found = {
    id: find(id),
    name: find(name),
    message: find(message),
    amount: find(amount),
    currency: find(currency),
    moment: find(moment),
  };
  return found.amount < 0 || found.moment < 0 ? null : found;
}
