import { findProjects, stagedOf } from '#app/creators/creators.server.ts';
import { readGivenProducts } from '#app/merch/given-product-store.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import type { GiftDeps } from '../drawing/draw-gift.server.ts';
import { readOpenWins } from '../gift/pieces-store.server.ts';

const most = 50;

/** The pieces that the caller can order now. */
export async function wonPieces({ clock }: Pick<GiftDeps, 'clock'>, context: CallContext) {
  const { db } = context;
  const wins = await readOpenWins(db, callerOf(context).userId, { now: await clock(db), most });
  const [projects, products] = await Promise.all([
    findProjects(
      db,
      wins.map(({ projectId }) => projectId),
    ),
    readGivenProducts(
      db,
      wins.flatMap(({ productId }) => productId ?? []),
    ),
  ]);
  return wins.flatMap(({ giftId, projectId, productId, until }) => {
    const project = projects.get(projectId);
    const product = products.get(productId ?? '');
    if (!project?.isAvailable || product === undefined || until === null) return [];
    const { name: productName, imageUrl } = product;
    return [{ giftId, productName, imageUrl, creator: stagedOf(project), until: until.toISOString() }];
  });
}
