import type { Queryable } from '#base/db/db.server.ts';
import { add, zero } from '#base/money/money.ts';
import { isPageAddress } from '#base/outer/page-address.ts';
import type { FiscalReceipt } from '../../fiscal-receipts-store.server.ts';
import { type NamedLine, paidForLine } from '../../payment-lines.ts';
import { ProviderUnavailable, type SystemReceipts } from '../../payment-system.server.ts';
import { isStorable } from '../storable-text.ts';
import type { ClickApi } from './click-api.server.ts';
import { clickItems } from './click-items.ts';
import { findCompleted, findReversed } from './click-report.server.ts';

const longestAddress = 500;

/** The receipt behind the address of its QR code: `s` is the fiscal sign, `t` the fiscal module, `r` the number in it. */
function receiptAt(address: string): FiscalReceipt {
  if (address.length > longestAddress || !isPageAddress(address) || !isStorable(address)) {
    throw new ProviderUnavailable('Click names a receipt by something else than the address of a page');
  }
  const { searchParams } = new URL(address);
  const of = (name: string) => {
    const text = searchParams.get(name) ?? '';
    return isStorable(text) ? text : '';
  };
  return { sign: of('s'), terminal: of('t'), receiptId: of('r'), qrUrl: address };
}

/**
 * Fiscal receipts by Click (https://docs.click.uz/en/fiscalization/). It may make its own for a service; ours are requested under the operator's tax
 * number, if it is known. That of a payment which was given back is read by its number alone. Throws `ProviderUnavailable` while Click does not call
 * another one paid.
 */
export function clickReceipts({
  db,
  api,
  taxNumber,
}: {
  readonly db: Queryable;
  readonly api: ClickApi;
  readonly taxNumber: string | null;
}): SystemReceipts {
  /** Click's number of a payment. */
  async function numberOf(id: string): Promise<string> {
    const reversed = await findReversed(db, id);
    if (reversed !== null) return String(reversed.paydocId);
    const found = (await findCompleted(db, api, id))?.found;
    if (found?.state !== 'paid') throw new ProviderUnavailable('Click does not call the payment paid');
    return found.id;
  }
  return {
    async read(id) {
      const number = await numberOf(id);
      const address = await api.receiptOf(number);
      if (address !== null) return receiptAt(address);
      if (taxNumber === null) return {};
      const sumOf = (lines: readonly NamedLine[]) => add(zero, ...lines.map(paidForLine));
      return { submit: (lines) => api.submitItems(number, clickItems(lines, taxNumber), sumOf(lines)) };
    },
  };
}
