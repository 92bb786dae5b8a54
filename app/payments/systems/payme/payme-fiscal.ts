/** What the fiscal receipt says of everything that is sold here. */
export interface FiscalItem {
  /** ИКПУ, 17 digits. */
  readonly code: string;
  readonly packageCode: string;
  /** Per cent. */
  readonly vat: number;
}

const titles: Readonly<Record<string, string>> = { donation: 'Поддержка автора', order: 'Заказ' };

/** `detail` of a receipt: one item over the whole amount (https://developer.help.paycom.uz/metody-merchant-api/checkperformtransaction). */
export function fiscalDetail(
  { code, packageCode, vat }: FiscalItem,
  { kind, amount }: { readonly kind: string; readonly amount: number },
) {
  const title = titles[kind] ?? 'Оплата';
  return {
    receipt_type: 0,
    items: [{ title, price: amount, count: 1, code, package_code: packageCode, vat_percent: vat }],
  };
}
