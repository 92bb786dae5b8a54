import { projectOfUser } from '#app/creators/creators.server.ts';
import { showChange } from '#app/creators/show-change.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { drawCancelled, nobodyLeft, passEarly, placeSettled } from '../draw-failures.ts';
import { type DrawRow, lockDraw, readDraws } from '../draw-store.server.ts';
import type { drawsCalls } from '../draws.calls.ts';
import { ticketOf } from '../fair-order.server.ts';
import { hasEntry, isEntered } from '../holding/entry-store.server.ts';
import type { NotifyWinners } from '../holding/hold-draw.server.ts';
import {
  markPlaceGiven,
  type PlaceRow,
  passOn,
  readOwnPlace,
  readPlaces,
  readUnanswered,
  writeAnswer,
} from '../place-store.server.ts';
import { lockOwnDraw, seenDraw } from '../seen-draw.server.ts';
import { ownPlacesOf } from '../shown-places.server.ts';

/** What a person has of a draw. */
async function partOf(db: Queryable, draw: DrawRow, personId: string) {
  const { id: drawId, ticketKey, heldAt } = draw;
  const isIn = heldAt === null ? await isEntered(db, drawId, personId) : await hasEntry(db, drawId, personId);
  const won = heldAt === null ? null : await readOwnPlace(db, drawId, personId);
  return {
    isEntered: isIn,
    ticket: isIn ? ticketOf(ticketKey, { drawId, personId }).toString('hex') : null,
    place: won && {
      place: won.place,
      answer: won.answer,
      isGiven: won.givenAt !== null,
      passedAt: isoOrNull(won.passedAt),
      passableAt: isoOrNull(won.passableAt),
    },
  };
}

async function answer(drawId: string, text: string, context: CallContext) {
  const { userId } = callerOf(context);
  return context.transaction(async (tx) => {
    const draw = await lockDraw(tx, drawId);
    const won = draw === null || draw.removedFor !== null ? null : await readOwnPlace(tx, drawId, userId);
    if (draw === null || won === null) throw failures.notFound();
    if (won.passedAt !== null || won.givenAt !== null) throw placeSettled();
    await writeAnswer(tx, { drawId, place: won.place }, text);
    return partOf(tx, draw, userId);
  });
}

interface NamedPlace {
  readonly drawId: string;
  readonly place: number;
}

/** Locks a draw of the caller, and reads a place of it. 404: there is none. */
async function lockPlace(tx: Tx, context: CallContext, { drawId, place }: NamedPlace): Promise<PlaceRow> {
  const draw = await lockOwnDraw(tx, context, drawId);
  const row = (await readPlaces(tx, [drawId])).find((one) => one.place === place);
  if (row === undefined) throw failures.notFound();
  if (draw.removedFor !== null) throw drawCancelled();
  return row;
}

/** Has everybody see what has changed of the caller's draws. */
async function showOwn(tx: Tx, context: CallContext): Promise<void> {
  const project = await projectOfUser(tx, callerOf(context).userId);
  if (project !== null) await showChange(tx, project.projectId);
}

async function give({ isGiven, ...named }: NamedPlace & { isGiven: boolean }, context: CallContext) {
  return context.transaction(async (tx) => {
    if ((await lockPlace(tx, context, named)).passedAt !== null) throw placeSettled();
    await markPlaceGiven(tx, named, isGiven);
    await showOwn(tx, context);
    return {};
  });
}

async function pass(notify: NotifyWinners, named: NamedPlace, context: CallContext) {
  return context.transaction(async (tx) => {
    const { passedAt, givenAt, isPassable } = await lockPlace(tx, context, named);
    if (passedAt !== null) return {};
    if (givenAt !== null) throw placeSettled();
    if (!isPassable) throw passEarly();
    const winner = await passOn(tx, named);
    if (winner === null) throw nobodyLeft();
    const personIds = winner.personId === null ? [] : [winner.personId];
    await notify(tx, { drawId: named.drawId, personIds });
    await showOwn(tx, context);
    return {};
  });
}

type Winning = Pick<
  Handlers<typeof drawsCalls>,
  'myPart' | 'won' | 'places' | 'answerDraw' | 'givePlace' | 'passPlace'
>;

/** Handlers of who has won. */
export const createWinningHandlers = (notify: NotifyWinners): Winning => ({
  myPart: async ({ query: { drawId } }, context) => {
    const { draw } = await seenDraw(context, drawId);
    return partOf(context.db, draw, callerOf(context).userId);
  },
  won: async (_, context) => ({ items: await readUnanswered(context.db, callerOf(context).userId) }),
  places: async ({ query: { Skip: skip, Take: take } }, context) => {
    const { db } = context;
    const project = await projectOfUser(db, callerOf(context).userId);
    if (project === null) return { items: [] };
    const { items } = await readDraws(db, project.projectId, { all: true, skip, take });
    const rows = await readPlaces(
      db,
      items.filter(({ heldAt, removedFor }) => heldAt !== null && removedFor === null).map(({ id }) => id),
    );
    return { items: await ownPlacesOf(db, rows) };
  },
  answerDraw: async ({ body }, context) => answer(body.drawId, body.answer, context),
  givePlace: async ({ body }, context) => give(body, context),
  passPlace: async ({ body }, context) => pass(notify, body, context),
});
