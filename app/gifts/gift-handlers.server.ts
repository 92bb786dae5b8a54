import { findProjectByName, findProjects, stagedOf } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { type OrderingDeps, orderPiece } from './choosing/order-piece.server.ts';
import { wonPieces } from './choosing/won-pieces.server.ts';
import { stepGift } from './drawing/draw-gift.server.ts';
import { giftTag } from './drawing/show-gift-change.server.ts';
import { readTicketPage } from './gift/gift-entry-store.server.ts';
import { readPlaces } from './gift/gift-place-store.server.ts';
import { readGift, readGiftsOf, readOpenGifts } from './gift/gift-store.server.ts';
import { partIn, seenGift } from './gift/seen-gift.server.ts';
import { shownGifts, shownPlaces } from './gift/shown-gift.server.ts';
import { type giftsCalls, mostGiftTickets } from './gifts.calls.ts';
import { type BeginDeps, beginGift } from './giving/begin-gift.server.ts';
import { beginPieces } from './giving/begin-pieces.server.ts';
import { type PiecesDeps, termsOf } from './giving/piece-terms.server.ts';
import { enter, type TakingDeps, take } from './page/taking.server.ts';

type GiftHandlersDeps = TakingDeps & BeginDeps & PiecesDeps & OrderingDeps;

interface GiftedDeps extends TakingDeps {
  /** Takes the step of a gift that is due. */
  readonly step: (giftId: string) => Promise<void>;
}

/** Has all who ask while a step is under way wait for this one, without a connection each. A step that fails is taken again, and reported, by the job. */
function createSteps(deps: TakingDeps): GiftedDeps['step'] {
  const running = new Map<string, Promise<void>>();
  return (giftId) => {
    const known = running.get(giftId);
    if (known !== undefined) return known;
    const step = stepGift(deps, giftId)
      .catch(() => undefined)
      .finally(() => running.delete(giftId));
    running.set(giftId, step);
    return step;
  };
}

/** A gift by now: a step that is due is taken first. */
async function presentGift({ clock, step }: GiftedDeps, giftId: string, { db }: CallContext) {
  const known = await readGift(db, giftId);
  const now = await clock(db);
  if (known?.dueAt == null || known.dueAt > now) return { gift: known, now };
  await step(giftId);
  return { gift: await readGift(db, giftId), now };
}

async function gifted(deps: GiftedDeps, giftId: string, context: CallContext) {
  const { db, tag } = context;
  const { gift: known, now } = await presentGift(deps, giftId, context);
  if (known !== null) tag(giftTag(giftId), `project:${known.projectId}`);
  const { gift, project } = await seenGift(context, known);
  const [[shown], places] = await Promise.all([shownGifts(db, [gift], now), readPlaces(db, giftId)]);
  if (shown === undefined) throw failures.notFound();
  return { gift: shown, creator: stagedOf(project), places: await shownPlaces(db, places) };
}

/** At once, on the page of a creator's gifts. */
const mostAnnounced = 20;

async function announced({ clock }: TakingDeps, userName: string, { db, tag }: CallContext) {
  const project = await findProjectByName(db, userName);
  if (!project?.isAvailable) throw failures.notFound();
  const open = await readOpenGifts(db, project.projectId, mostAnnounced);
  tag(`project:${project.projectId}`, ...open.map(({ id }) => giftTag(id)));
  return { creator: stagedOf(project), gifts: await shownGifts(db, open, await clock(db)) };
}

async function gifts(
  { clock, secrets }: TakingDeps,
  { Skip: skip, Take: take }: CallInput<typeof giftsCalls.gifts>['query'],
  context: CallContext,
) {
  const { db } = context;
  const { rows, count } = await readGiftsOf(db, callerOf(context).userId, { skip, take });
  const now = await clock(db);
  const [shown, projects] = await Promise.all([
    shownGifts(db, rows, now),
    findProjects(
      db,
      rows.map(({ projectId }) => projectId),
    ),
  ]);
  const items = shown.flatMap((gift, at) => {
    const project = projects.get(rows[at]?.projectId ?? '');
    if (!project?.isAvailable) return [];
    const { userName, displayName } = project;
    return [{ gift, userName, displayName, secret: gift.receiver === 'Link' ? secrets.issue(gift.id) : null }];
  });
  return { items, count };
}

/** Handlers of gifts. */
export function createGiftHandlers(deps: GiftHandlersDeps): Handlers<typeof giftsCalls> {
  const step = createSteps(deps);
  return {
    terms: async ({ query: { productId } }, context) => termsOf(deps, productId, context),
    givePieces: async ({ body }, context) => beginPieces(deps, body, context),
    orderPiece: async ({ body }, context) => orderPiece(deps, body, context),
    wonPieces: async (_, context) => wonPieces(deps, context),
    announcedGifts: async ({ query: { userName } }, context) => announced(deps, userName, context),
    gift: async ({ body }, context) => beginGift(deps, body, context),
    gifted: async ({ query: { giftId } }, context) => gifted({ ...deps, step }, giftId, context),
    giftTickets: async ({ query: { giftId, after } }, context) => {
      const { gift } = await seenGift(context, await readGift(context.db, giftId));
      const isDrawn = gift.drawnAt !== null;
      return {
        tickets: isDrawn ? [...(await readTicketPage(context.db, giftId, { after, most: mostGiftTickets }))] : [],
      };
    },
    giftPart: async ({ query: { giftId } }, context) => {
      const seen = await seenGift(context, await readGift(context.db, giftId));
      return partIn(context.db, seen, { personId: callerOf(context).userId, secrets: deps.secrets });
    },
    enterGift: async ({ body }, context) => enter(deps, body, context),
    takeGift: async ({ body }, context) => take(deps, body, context),
    gifts: async ({ query }, context) => gifts(deps, query, context),
  };
}
