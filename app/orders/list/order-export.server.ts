import { formatPhone } from '#app/identity/phone-mask.ts';
import type { FileAnswer } from '#base/calls/call.ts';
import type { Queryable } from '#base/db/db.server.ts';
import type { ListPlace } from '#base/db/list-place.server.ts';
import { minor, toMain } from '#base/money/money.ts';
import { attachment } from '#base/text/attachment.ts';
import { csvLine, csvMark, timeCells } from '#base/text/csv.ts';
import { dayIn } from '#base/text/days.ts';
import type { Locale } from '#base/text/locales.ts';
import { paidFor } from '../line-money.ts';
import type { OrderRow } from '../order/order-row-store.server.ts';
import { statusOf } from '../order-status.ts';
import { type ListedOrder, type OrderFilter, readSlice } from './order-list-store.server.ts';
import { orderHeads, orderStates, paymentStates } from './order-table-words.server.ts';

const atOnce = 200;

/** A phone by the country's mask, without its plus: a spreadsheet makes a number of bare digits, and a formula of a plus. */
const phoneCell = (phone: string, mask: string): string => formatPhone(phone, mask).replace(/^\+/, '');

/** A number with its sign: a spreadsheet makes a quantity of bare digits, and drops zeros before them. */
const numberCell = (number: string): string => `№ ${number}`;

function deliveryTextOf({ pickup, address }: OrderRow): string {
  return pickup === null ? (address ?? '') : [pickup.name, pickup.regionName, pickup.address].join(', ');
}

/** How a table is written. */
interface TableForm {
  /** Of its times. */
  readonly timeZone: string;
  readonly phoneMask: string;
  readonly language: Locale;
}

/** The CSV lines of an order, one for each item. */
function linesOf(order: OrderRow, { phoneMask, language }: TableForm, time: (moment: Date) => string): string {
  const status = statusOf(order.status);
  const head = [
    numberCell(order.number),
    status === null ? '' : orderStates[status][language],
    time(order.placedAt),
    order.userName,
    phoneCell(order.phone, phoneMask),
    order.recipientName,
    phoneCell(order.recipientPhone, phoneMask),
    deliveryTextOf(order),
  ];
  const tail = [
    toMain(minor(order.total)),
    order.donation === null ? '' : toMain(minor(order.donation.amount)),
    order.payment === null ? '' : paymentStates[order.payment.status][language],
    toMain(minor(order.deliveryPrice)),
  ];
  return order.lines
    .map((line) => {
      const { seller, sellerUserName, name, sizeName, colorName, price, quantity, discount } = line;
      const sums = [toMain(minor(price)), quantity, toMain(paidFor(line))];
      const cells = [
        ...head,
        seller?.userName ?? sellerUserName,
        name,
        sizeName ?? '',
        colorName ?? '',
        ...sums,
        ...tail,
        toMain(minor(discount)),
        order.promoCode ?? '',
      ];
      return csvLine(cells, language);
    })
    .join('');
}

async function* csvOf(db: Queryable, filter: OrderFilter, form: TableForm): AsyncGenerator<string> {
  const time = timeCells(form.timeZone);
  const heads = orderHeads.map((head) => head[form.language]);
  yield csvMark + csvLine(heads, form.language);
  let after: ListPlace | undefined;
  for (;;) {
    const rows: ListedOrder[] = await readSlice(db, filter, { skip: 0, take: atOnce, after });
    if (rows.length > 0) yield rows.map((row) => linesOf(row, form, time)).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = { at: last.placeAt, id: last.id };
  }
}

/** Orders as a table, read in batches while it is sent, so that memory does not grow with their number. */
export function exportOrders(db: Queryable, filter: OrderFilter, form: TableForm): FileAnswer {
  return {
    contentType: 'text/csv; charset=utf-8',
    bytes: csvOf(db, filter, form),
    headers: attachment(`orders-${dayIn(form.timeZone, new Date())}.csv`),
  };
}
