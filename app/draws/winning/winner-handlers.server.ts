import { showChange } from '#app/creators/show-change.server.ts';
import { publicNames } from '#app/donations/donation-owner.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { drawCancelled, drawEarly, nobodyLeft, passEarly, placeSettled } from '../draw-failures.ts';
import { type DrawRow, lockDraw } from '../draw-store.server.ts';
import { type drawsCalls, mostTickets } from '../draws.calls.ts';
import { ticketOf } from '../fair-order.server.ts';
import { hasEntry, isEntered } from '../holding/entry-store.server.ts';
import { holdDraw, type NotifyWinners } from '../holding/hold-draw.server.ts';
import { ownDrawsOf, readOwnDraw } from '../own-draw.server.ts';
import { lockOwnDraw, seenDraw } from '../seen-draw.server.ts';
import { shownDrawOf } from '../shown-draw.server.ts';
import {
  markPlaceGiven,
  type PlaceRow,
  passOn,
  readOwnPlace,
  readPlaces,
  readTickets,
  writeAnswer,
} from './place-store.server.ts';

function shownPlaceOf({ place, ticket, donationId, givenAt, passedAt }: PlaceRow, names: ReadonlyMap<string, string>) {
  return {
    place,
    name: names.get(donationId) ?? null,
    ticket: ticket.toString('hex'),
    isGiven: givenAt !== null,
    passedAt: isoOrNull(passedAt),
  };
}

function ownPlaceOf(row: PlaceRow, names: ReadonlyMap<string, string>) {
  const { donationId, answer, answeredAt, passableAt } = row;
  return {
    ...shownPlaceOf(row, names),
    donationId,
    answer,
    answeredAt: isoOrNull(answeredAt),
    passableAt: isoOrNull(passableAt),
  };
}

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
    },
  };
}

/** The places of a draw as its creator sees them. */
async function readOwnPlaces(db: Queryable, drawId: string) {
  const rows = await readPlaces(db, drawId);
  const names = await publicNames(
    db,
    rows.map(({ donationId }) => donationId),
  );
  return rows.map((row) => ownPlaceOf(row, names));
}

/** A place of a locked draw. 404: there is none. */
async function findPlace(tx: Tx, drawId: string, place: number): Promise<PlaceRow> {
  const row = (await readPlaces(tx, drawId)).find((one) => one.place === place);
  if (row === undefined) throw failures.notFound();
  return row;
}

async function hold(notify: NotifyWinners, drawId: string, context: CallContext) {
  return context.transaction(async (tx) => {
    const draw = await lockOwnDraw(tx, context, drawId);
    if (draw.heldAt === null) {
      if (!draw.isWaiting) throw drawCancelled();
      if (!draw.isHoldable) throw drawEarly();
      await holdDraw(tx, draw, notify);
    }
    return readOwnDraw(tx, drawId);
  });
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

async function give({ isGiven, ...named }: NamedPlace & { isGiven: boolean }, context: CallContext) {
  const { drawId, place } = named;
  return context.transaction(async (tx) => {
    const { projectId } = await lockOwnDraw(tx, context, drawId);
    if ((await findPlace(tx, drawId, place)).passedAt !== null) throw placeSettled();
    await markPlaceGiven(tx, named, isGiven);
    await showChange(tx, projectId);
    const row = await findPlace(tx, drawId, place);
    return ownPlaceOf(row, await publicNames(tx, [row.donationId]));
  });
}

async function pass(notify: NotifyWinners, named: NamedPlace, context: CallContext) {
  const { drawId, place } = named;
  return context.transaction(async (tx) => {
    const { projectId, removedFor } = await lockOwnDraw(tx, context, drawId);
    const { passedAt, givenAt, isPassable } = await findPlace(tx, drawId, place);
    if (passedAt === null) {
      if (givenAt !== null) throw placeSettled();
      if (!isPassable) throw passEarly();
      const winner = await passOn(tx, named);
      if (winner === null) throw nobodyLeft();
      if (winner.personId !== null && removedFor === null) {
        await notify(tx, { drawId, personIds: [winner.personId] });
      }
      await showChange(tx, projectId);
    }
    return { items: await readOwnPlaces(tx, drawId) };
  });
}

type Winning = Omit<Handlers<typeof drawsCalls>, 'draws' | 'makeDraw' | 'cancelDraw' | 'removeDraw'>;

/** Handlers of holding draws, and of who has won. */
export const createWinningHandlers = (notify: NotifyWinners): Winning => ({
  draw: async ({ query: { drawId } }, context) => {
    const { draw, project, all } = await seenDraw(context, drawId);
    const { userName, displayName } = project;
    const [shown] = all ? await ownDrawsOf(context.db, [draw]) : [];
    const rows = draw.heldAt === null ? [] : await readPlaces(context.db, drawId);
    const names = await publicNames(
      context.db,
      rows.map(({ donationId }) => donationId),
    );
    return {
      draw: shown ?? shownDrawOf(draw),
      creator: { userName, displayName },
      places: rows.map((row) => shownPlaceOf(row, names)),
    };
  },
  tickets: async ({ query: { drawId, after } }, context) => {
    await seenDraw(context, drawId);
    return { tickets: [...(await readTickets(context.db, drawId, { after, most: mostTickets }))] };
  },
  myPart: async ({ query: { drawId } }, context) => {
    const { draw } = await seenDraw(context, drawId);
    return partOf(context.db, draw, callerOf(context).userId);
  },
  places: async ({ query: { drawId } }, context) => {
    const { project } = await seenDraw(context, drawId);
    if (project.userId !== callerOf(context).userId) throw failures.notFound();
    return { items: await readOwnPlaces(context.db, drawId) };
  },
  holdDraw: async ({ body: { drawId } }, context) => hold(notify, drawId, context),
  answerDraw: async ({ body }, context) => answer(body.drawId, body.answer, context),
  givePlace: async ({ body }, context) => give(body, context),
  passPlace: async ({ body }, context) => pass(notify, body, context),
});
