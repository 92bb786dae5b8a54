import type { Donations } from '#app/donations/donations.server.ts';
import { readOrderCommission, readOrderOfDonation } from '#app/orders/order-lines-store.server.ts';
import { placedOrder } from '#app/orders/orders.server.ts';
import { type PaidPayment, readPaidPayment } from '#app/payments/paid-payment.server.ts';
import { deliveryName, donationName, type TaxItem } from '#app/payments/payment-lines.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { subtract, times, zero } from '#base/money/money.ts';
import type { Locale } from '#base/text/locales.ts';
import { readOperator } from '../printed.server.ts';
import type { Receipt } from '../receipts.calls.ts';

export interface AskedReceipt {
  readonly id: string;
  readonly proof?: string | undefined;
  readonly language: Locale;
}

/** What only a donation or only an order says. */
interface ReceiptPart extends Pick<Receipt, 'kind' | 'number' | 'paidAt' | 'payer' | 'delivery' | 'commission'> {
  readonly lines: readonly SoldLine[];
}

/** A line without what the tax service calls it. */
type SoldLine = Omit<Receipt['lines'][number], 'itemCode' | 'packageCode' | 'unit' | 'vat'>;

type PlacedOrder = NonNullable<Awaited<ReturnType<typeof placedOrder>>>;

type ForReceipt = Donations['forReceipt'];

interface PaidPart {
  readonly payment: PaidPayment;
  readonly part: ReceiptPart;
}

/**
 * The part of an order's payment that was given to a creator with it; null: there is none. The tax service's page names all that was bought: its
 * address is only for those who may see the whole payment.
 */
async function ofItsOrder(
  db: Queryable,
  donationId: string,
  { amount, isRefunded, seesPayment }: NonNullable<Awaited<ReturnType<ForReceipt>>>,
): Promise<PaidPayment | null> {
  const order = await readOrderOfDonation(db, donationId);
  const whole = order && (await readPaidPayment(db, order.orderId));
  if (order === null || whole === null) return null;
  const { given } = order;
  const refunded = isRefunded ? given : subtract(given, amount);
  return {
    system: whole.system,
    amount: given,
    lines: whole.lines?.filter(({ kind }) => kind === 'donation') ?? null,
    refunded,
    fiscal: seesPayment ? whole.fiscal : null,
    refunds: refunded > 0 ? [{ amount: refunded, fiscal: null }] : [],
  };
}

async function ofDonation(
  { id, proof }: AskedReceipt,
  own: PaidPayment | null,
  { db, caller, forReceipt }: CallContext & { readonly forReceipt: ForReceipt },
): Promise<PaidPart | null> {
  const asker = { userId: caller?.userId ?? null, isStaff: isStaffCaller(caller) };
  const donation = await forReceipt(db, { payId: id, proof, ...asker });
  if (donation === null) return null;
  const { name, creatorName, paidAt, commission } = donation;
  const payment = own ?? (await ofItsOrder(db, id, donation));
  if (payment === null) return null;
  const { amount } = payment;
  const line = {
    kind: 'donation' as const,
    name: donationName,
    creatorName,
    quantity: 1,
    price: amount,
    discount: zero,
    amount,
  };
  const sold = { kind: 'donation' as const, number: id, paidAt: paidAt.toISOString() };
  return { payment, part: { ...sold, payer: name, delivery: null, lines: [line], commission } };
}

function deliveryTextOf({ pickupPoint, address }: PlacedOrder): string | null {
  return pickupPoint === null ? address : [pickupPoint.name, pickupPoint.regionName, pickupPoint.address].join(', ');
}

function linesOf({ items, delivery, donation, total }: PlacedOrder, { amount }: PaidPayment): readonly SoldLine[] {
  const products = items.map(({ productName, sizeName, colorName, productUser, quantity, price, discount }) => ({
    kind: 'product' as const,
    name: [productName, sizeName, colorName].filter(Boolean).join(', '),
    creatorName: productUser.displayName,
    quantity,
    price,
    discount,
    amount: subtract(times(price, quantity), discount),
  }));
  const price = delivery?.price ?? zero;
  const single = { quantity: 1, discount: zero };
  const brought = { kind: 'delivery' as const, name: deliveryName, ...single, creatorName: '', price, amount: price };
  const lines = price > 0 ? [...products, brought] : products;
  if (donation === null) return lines;
  const given = subtract(amount, total);
  const { displayName: creatorName } = donation.creator;
  return [...lines, { kind: 'donation', name: donationName, ...single, creatorName, price: given, amount: given }];
}

async function ofOrder(
  { id }: AskedReceipt,
  payment: PaidPayment | null,
  { db, caller }: CallContext,
): Promise<PaidPart | null> {
  if (payment === null) return null;
  const order = caller === null ? null : await placedOrder(db, id);
  const paid = order?.history.find(({ statusName }) => statusName === 'Paid');
  const isAllowed = order?.customer.userId === caller?.userId || isStaffCaller(caller);
  if (order?.number == null || paid === undefined || !isAllowed) return null;
  const part: ReceiptPart = {
    kind: 'order',
    number: order.number,
    paidAt: paid.at,
    payer: order.recipient?.name ?? null,
    delivery: deliveryTextOf(order),
    lines: linesOf(order, payment),
    commission: await readOrderCommission(db, order.orderId),
  };
  return { payment, part };
}

function withTaxItem(line: SoldLine, item: TaxItem | null): Receipt['lines'][number] {
  const { code: itemCode = '', packageCode = '', unit = '', vat = null } = item ?? {};
  return { ...line, itemCode, packageCode, unit, vat };
}

/** A receipt for those who may have it; throws `NotFound` for others, and while nothing is paid. */
export async function readReceipt(asked: AskedReceipt, context: CallContext, forReceipt: ForReceipt): Promise<Receipt> {
  const own = await readPaidPayment(context.db, asked.id);
  const found = (await ofDonation(asked, own, { ...context, forReceipt })) ?? (await ofOrder(asked, own, context));
  if (found === null) throw failures.notFound();
  const { payment, part } = found;
  const { amount: total, lines: taxed, ...rest } = payment;
  const lines = part.lines.map((line, at) => withTaxItem(line, taxed?.[at]?.item ?? null));
  return { id: asked.id, ...part, lines, operator: await readOperator(context.db, asked.language), total, ...rest };
}
