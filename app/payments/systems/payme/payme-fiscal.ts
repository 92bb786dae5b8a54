import type { PaymentLine } from '../../payment-lines.ts';

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

function itemOf({ name, price, quantity, discount, item }: PaymentLine): FiscalItem | null {
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

/**
 * `detail` of a receipt (https://developer.help.paycom.uz/metody-merchant-api/checkperformtransaction): an item for each line. Absent where a line
 * has no ИКПУ, since the items would not add up to the payment. It has no member for a commission agent.
 */
export function fiscalDetail(lines: readonly PaymentLine[] | null) {
  const items = (lines ?? []).map(itemOf).filter((item) => item !== null);
  return items.length > 0 && items.length === lines?.length ? { detail: { receipt_type: 0, items } } : {};
}
