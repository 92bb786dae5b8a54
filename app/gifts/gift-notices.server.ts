import { findProject } from '#app/creators/creators.server.ts';
import { readGivenProducts } from '#app/merch/given-product-store.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { readOpenPlace } from './gift/pieces-store.server.ts';
import { giftPath } from './gift-path.ts';

/** `got`: a piece was drawn for them. `soon`: the time to order it is nearly over. */
export const pieceNoticeKinds = ['got', 'soon'] as const;

/** What somebody who got a piece is to know. */
export interface PieceNotice {
  readonly personId: string;
  readonly giftId: string;
  readonly place: number;
  readonly said: (typeof pieceNoticeKinds)[number];
}

/** Runs in the transaction of the event. */
export type NotifyWinners = (tx: Tx, notices: readonly PieceNotice[]) => Promise<void>;

/** What a notice says of a piece. `path`: of the page where it is ordered. */
export interface PieceNews {
  readonly said: PieceNotice['said'];
  readonly creator: string;
  readonly product: string;
  readonly until: Date;
  readonly path: string;
}

/** What there is to say of a piece to whoever got it; null: nothing any more. */
export async function readPieceNews(
  db: Queryable,
  { giftId, place, said }: Pick<PieceNotice, 'giftId' | 'place' | 'said'>,
): Promise<PieceNews | null> {
  const win = await readOpenPlace(db, giftId, place);
  if (win === null || win.productId === null || win.until === null) return null;
  const [project, products] = await Promise.all([
    findProject(db, win.projectId),
    readGivenProducts(db, [win.productId]),
  ]);
  const product = products.get(win.productId);
  if (product === undefined || !project?.isAvailable) return null;
  return {
    said,
    creator: project.displayName,
    product: product.name,
    until: win.until,
    path: giftPath({ id: giftId, kind: 'Pieces' }),
  };
}
