import type { NamedLine } from '../../payment-lines.ts';
import { paidForLine } from '../../payment-lines.ts';

/** An item of a fiscal receipt, as Click takes it (https://docs.click.uz/en/fiscalization/). Sums in tiyin. */
export interface ClickItem {
  readonly Name: string;
  /** ИКПУ. */
  readonly SPIC: string;
  readonly PackageCode: string;
  readonly Units?: number;
  readonly GoodPrice: number;
  /** Of all pieces, before the discount. */
  readonly Price: number;
  readonly Amount: number;
  /** The tax that the paid sum contains. */
  readonly VAT: number;
  readonly VATPercent: number;
  readonly Discount?: number;
  /** For whom it is sold: a TIN has 9 digits, a PINFL 14. */
  readonly CommissionInfo: { readonly TIN: string } | { readonly PINFL: string };
}

const longestName = 63;

/** The tax in a sum that contains it, rounded half up. */
function taxIn(sum: number, percent: number): number {
  return Number((BigInt(sum) * BigInt(percent) * 2n + BigInt(100 + percent)) / (BigInt(100 + percent) * 2n));
}

/** The items of a payment's lines. `operator`: the tax number for what is nobody else's. */
export function clickItems(lines: readonly NamedLine[], operator: string): ClickItem[] {
  return lines.map((line) => {
    const { name, price, quantity, discount, item, agent } = line;
    const seller = agent ?? operator;
    return {
      Name: [...name].slice(0, longestName).join(''),
      SPIC: item.code,
      PackageCode: item.packageCode,
      ...(item.unit !== '' && { Units: Number(item.unit) }),
      GoodPrice: price,
      Price: price * quantity,
      Amount: quantity,
      VAT: taxIn(paidForLine(line), item.vat),
      VATPercent: item.vat,
      ...(discount > 0 && { Discount: discount }),
      CommissionInfo: seller.length === 14 ? { PINFL: seller } : { TIN: seller },
    };
  });
}
