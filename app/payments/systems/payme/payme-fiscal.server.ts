import type { PaymentLine, TaxItem } from '../../payment-lines.ts';
import type { OwnPayment } from '../own-payment-store.server.ts';

/** What `detail` says of a line; `price` of one, `discount` off all, in tiyin. */
interface FiscalItem {
  readonly title: string;
  readonly price: number;
  readonly count: number;
  readonly discount?: number;
  readonly code: string;
  readonly package_code: string;
  readonly units?: number;
  readonly vat_percent: number;
}

type SoldLine = Pick<PaymentLine, 'name' | 'quantity' | 'price' | 'discount' | 'item'>;

function itemOf({ name, price, quantity, discount, item }: SoldLine): FiscalItem | null {
  if (item === null) return null;
  const { code, packageCode, unit, vat } = item;
  return {
    title: name,
    price,
    count: quantity,
    ...(discount > 0 && { discount }),
    code,
    package_code: packageCode,
    ...(unit !== '' && { units: Number(unit) }),
    vat_percent: vat,
  };
}

const titles: Readonly<Record<string, string>> = { donation: 'Поддержка автора', order: 'Заказ' };

/** A payment that a server of the version before has opened: one line over all. */
function wholeLine({ kind, amount }: Pick<OwnPayment, 'kind' | 'amount'>, item: TaxItem | null): SoldLine {
  return { name: titles[kind] ?? 'Оплата', quantity: 1, price: amount, discount: 0, item };
}

/**
 * `detail` of a receipt (https://developer.help.paycom.uz/metody-merchant-api/checkperformtransaction): an item for each line. Absent where a line
 * has no ИКПУ, since the items would not add up to the payment. It has no member for a commission agent.
 */
export function fiscalDetail(payment: Pick<OwnPayment, 'kind' | 'amount' | 'lines'>, taxItem: TaxItem | null) {
  const lines: readonly SoldLine[] = payment.lines ?? [wholeLine(payment, taxItem)];
  const items = lines.map(itemOf).filter((item) => item !== null);
  return items.length === lines.length ? { detail: { receipt_type: 0, items } } : {};
}
