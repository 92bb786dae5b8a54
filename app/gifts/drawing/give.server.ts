import type { EndingDeps } from '#app/memberships/endings.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { GiftRow } from '../gift/gift-store.server.ts';
import type { NotifyWinners } from '../gift-notices.server.ts';
import { type Getter, giveMonths } from './give-months.server.ts';
import { givePiece } from './give-pieces.server.ts';

interface Giving {
  readonly gift: GiftRow;
  readonly getter: Getter;
  readonly count: number;
  readonly now: Date;
}

/** Gives some of a locked gift to somebody who can get it: months in a row, or a piece. */
export async function give(
  tx: Tx,
  deps: Pick<EndingDeps, 'events'> & { readonly notify: NotifyWinners },
  { count, ...given }: Giving,
): Promise<void> {
  if (given.gift.kind === 'Months') await giveMonths(tx, deps, { ...given, months: count });
  else await givePiece(tx, deps, given);
}
