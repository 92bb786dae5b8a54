import { drawsOff } from '#app/draws/draw-failures.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { add, times, toMain } from '#base/money/money.ts';
import { insertGift, type NewGift, writeHeld } from '../gift/gift-store.server.ts';
import { notGiven, ownProduct, piecesShort } from '../gift-failures.ts';
import type { giftsCalls } from '../gifts.calls.ts';
import { holdPieces } from '../stock/gift-stock.server.ts';
import type { BeginDeps } from './begin-gift.server.ts';
import { givable, type PiecesDeps, stockFor } from './piece-terms.server.ts';

type Begun = CallInput<typeof giftsCalls.givePieces>['body'];

/** A refused sum is said of the number of pieces, which is what the donor has chosen. */
function asPieces(error: unknown): never {
  if (!failures.validationFailed.is(error) || error.fields?.amount === undefined) throw error;
  const { amount, ...others } = error.fields;
  throw failures.validationFailed({ message: error.message, fields: { ...others, pieces: amount } });
}

/** Begins pieces for viewers with the donation that pays them, whose id they take: a repeated request begins one gift. */
export async function beginPieces(deps: BeginDeps & PiecesDeps, body: Begun, context: CallContext) {
  const { clock, timeZone, createDonation, isOn } = deps;
  const { productId, pieces, price, delivery, ...words } = body;
  const { userId: personId } = callerOf(context);
  if (!isOn) throw drawsOff();
  const found = await givable(deps, context.db, productId);
  if (found === null) throw failures.notFound();
  const { product, project, refusal } = found;
  if (project.userId === personId) throw ownProduct();
  if (refusal !== null) throw notGiven({ details: { refusal } });
  if (found.price !== price || found.delivery !== delivery) {
    throw priceChanged({ details: { price: toMain(found.price), delivery: toMain(found.delivery) } });
  }
  const left = await stockFor(context.db, product, personId);
  if (left !== null && left < pieces) throw piecesShort({ details: { left } });
  const { projectId } = project;
  const made = {
    projectId,
    personId,
    kind: 'Pieces',
    levelId: null,
    productId,
    delivery,
    receiver: 'Chat',
    price,
  } as const;

  async function begin(tx: Tx, id: string): Promise<void> {
    const now = await clock(tx);
    const gift: NewGift = { ...made, id, months: pieces, timeZone, createdAt: now };
    if (!(await insertGift(tx, gift))) return;
    await writeHeld(tx, id, await holdPieces(tx, { personId, productId, pieces, now }));
  }

  const row = { gifted_to: 'Chat', gifted_pieces: pieces, gifted_product: product.name } as const;
  const amount = times(add(price, delivery), pieces);
  return createDonation({ ...words, projectId, amount, gifted: { row, begin } }, context).catch(asPieces);
}
