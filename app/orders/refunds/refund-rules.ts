import { add, type Minor, minor, shareOf, subtract, zero } from '#base/money/money.ts';
import { paidFor } from '../line-money.ts';

/** A product in a size and a colour. */
interface Choice {
  readonly productId: string;
  readonly sizeId: number | null;
  readonly colorId: number | null;
}

/** A line of a paid order and its refunds so far, done or unanswered. Amounts in minor units. */
export interface BoughtLine extends Choice {
  readonly lineId: number;
  readonly quantity: number;
  readonly price: number;
  readonly commission: number;
  /** Taken off all pieces together. */
  readonly discount: number;
  readonly backQuantity: number;
  readonly backAmount: number;
  readonly backCommission: number;
  /** Pieces that came from stock. */
  readonly taken: number;
}

/** The pieces of a line to be refunded. */
export interface BackPieces {
  readonly lineId: number;
  readonly productId: string;
  readonly quantity: number;
  readonly amount: Minor;
  readonly commission: Minor;
}

/** Pieces of a line. */
interface Pieces extends Choice {
  readonly quantity: number;
}

/** A line with other pieces left than expected; `left` is 0 when the order has no such line. */
interface LineLeft extends Choice {
  readonly left: number;
}

const isSame = (a: Choice, b: Choice) =>
  a.productId === b.productId && a.sizeId === b.sizeId && a.colorId === b.colorId;

/** The commission of a line is refunded piece by piece, with all that is left of it for the last one. */
function commissionBack({ quantity, commission, backQuantity, backCommission }: BoughtLine, pieces: number): Minor {
  const until = shareOf(minor(commission), backQuantity + pieces, quantity);
  return minor(Math.max(0, subtract(until, minor(backCommission))));
}

/** What was really paid for the next pieces of a line: with those refunded so far it adds up to what was paid for the line. */
export function priceOfPieces(
  line: Pick<BoughtLine, 'price' | 'quantity' | 'discount' | 'backQuantity' | 'backAmount'>,
  pieces: number,
): Minor {
  const until = shareOf(paidFor(line), line.backQuantity + pieces, line.quantity);
  return minor(Math.max(0, subtract(until, minor(line.backAmount))));
}

function piecesBack(line: BoughtLine, quantity: number): BackPieces {
  const { lineId, productId } = line;
  const amount = priceOfPieces(line, quantity);
  const commission = minor(Math.min(amount, commissionBack(line, quantity)));
  return { lineId, productId, quantity, amount, commission };
}

function leftOfChoice(lines: readonly BoughtLine[], choice: Choice): number {
  const line = lines.find((one) => isSame(one, choice));
  return line === undefined ? 0 : line.quantity - line.backQuantity;
}

/** The lines asked for of which other pieces are left than were seen; a line that was not seen had none. */
export function changedSince(
  lines: readonly BoughtLine[],
  { asked, seen }: { readonly asked: readonly Pieces[]; readonly seen: readonly Pieces[] },
): readonly LineLeft[] {
  return asked.flatMap(({ productId, sizeId, colorId }) => {
    const choice = { productId, sizeId, colorId };
    const left = leftOfChoice(lines, choice);
    const shown = seen.find((one) => isSame(one, choice))?.quantity ?? 0;
    return shown === left ? [] : [{ ...choice, left }];
  });
}

/** The refund of the pieces asked for; `tooMany`: the lines with fewer pieces left than asked for. */
export function pickBack(
  lines: readonly BoughtLine[],
  asked: readonly Pieces[],
): { readonly pieces: readonly BackPieces[]; readonly tooMany: readonly LineLeft[] } {
  const pieces: BackPieces[] = [];
  const tooMany: LineLeft[] = [];
  for (const { productId, sizeId, colorId, quantity } of asked) {
    const line = lines.find((one) => isSame(one, { productId, sizeId, colorId }));
    const left = leftOfChoice(lines, { productId, sizeId, colorId });
    if (line === undefined || quantity > left) tooMany.push({ productId, sizeId, colorId, left });
    else pieces.push(piecesBack(line, quantity));
  }
  return { pieces, tooMany };
}

/** The price of pieces. */
export function sumOf(pieces: readonly Pick<BackPieces, 'amount'>[]): Minor {
  return pieces.reduce((sum, { amount }) => add(sum, amount), zero);
}

/** The pieces that are not refunded, as the stock counts them. */
export function piecesLeft(lines: readonly BoughtLine[]): { productId: string; quantity: number; taken: number }[] {
  return lines.flatMap(({ productId, quantity, backQuantity, taken }) =>
    quantity > backQuantity ? [{ productId, quantity: quantity - backQuantity, taken }] : [],
  );
}
