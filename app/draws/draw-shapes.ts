import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { sentDay } from '#base/calls/moment-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenLine, seenText } from '#base/calls/text-wire.ts';
import { drawFaults, drawLimits, drawStates } from './draw-rules.ts';

const instant = z.iso.datetime();

/** Lower-case hexadecimal digits. */
const hex = z.string();

/** What a creator promises. `endsIn`: minutes from now by the clock of the server; `firstDay`: donations of that day on take part, else those from now on. */
export const drawBody = z.strictObject({
  text: seenLine().min(1, { error: drawFaults.required }).max(drawLimits.text),
  leastSum: money.refine((sum) => sum > 0, { error: drawFaults.positive }),
  winners: z.int().min(1).max(drawLimits.winners),
  endsIn: z.int().min(drawLimits.leastMinutes).max(drawLimits.minutes),
  firstDay: sentDay.nullable().default(null),
});

/** Why a creator calls a draw off; everybody reads it. */
export const cancelBody = z.strictObject({
  drawId: wireId,
  reason: seenText().min(3, { error: 'Напишите причину' }).max(drawLimits.reason),
});

/** How the winner can be reached; only the creator reads it. */
export const answerBody = z.strictObject({
  drawId: wireId,
  answer: seenText().min(1, { error: drawFaults.required }).max(drawLimits.answer),
});

/**
 * A draw. `leastSum`: the smallest donation that takes part; `winners`: how many win. `seedHash`: SHA-256 of the seed, published before anybody has won.
 * `seed`, `digest` and `entryCount` are null until it is held, but for the number of those who take part now, which only the creator and the staff see.
 * `holdableAt`: from when on it can be held. `cancelledFor`: why its creator has called it off. `removedFor`: why a moderator has taken it away.
 */
export const shownDraw = z.object({
  id: wireId,
  text: z.string(),
  leastSum: money,
  winners: z.int(),
  startsAt: instant,
  endsAt: instant,
  holdableAt: instant,
  state: z.enum(drawStates),
  seedHash: hex,
  seed: hex.nullable(),
  digest: hex.nullable(),
  entryCount: z.int().nullable(),
  heldAt: instant.nullable(),
  cancelledFor: z.string().nullable(),
  removedFor: z.string().nullable(),
  createdAt: instant,
});

/**
 * Draws as the stream shows them, with the names of those who have won, by places: null for an anonymous one. `now`: the moment of the answer by the
 * server's clock.
 */
export const streamedDraws = z.object({
  now: instant,
  draws: z.array(
    shownDraw
      .pick({ id: true, text: true, leastSum: true, winners: true, endsAt: true, state: true })
      .extend({ names: z.array(z.string().nullable()) }),
  ),
});

/** Who won. `name`: as donors have signed, null for an anonymous one. `passedAt`: the place was passed on to the next ticket. */
export const shownPlace = z.object({
  place: z.int(),
  name: z.string().nullable(),
  ticket: hex,
  isGiven: z.boolean(),
  passedAt: instant.nullable(),
});

/**
 * A place of one of the caller's draws, with what the winner has written. Nothing says which donation it was: that of an anonymous donor must not be found
 * by whoever knows the winner. `passableAt`: from when on it may be passed on; null: it may not.
 */
export const ownPlace = shownPlace.extend({
  drawId: wireId,
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
  passableAt: instant.nullable(),
});

/**
 * What a draw is for the caller. `ticket`: of whoever takes part. `place`: what was won; null: nothing, or nothing yet. `passableAt`: when the place may be
 * passed on if there is no answer; null: it may not.
 */
export const myPart = z.object({
  isEntered: z.boolean(),
  ticket: hex.nullable(),
  place: z
    .object({
      place: z.int(),
      answer: z.string().nullable(),
      isGiven: z.boolean(),
      passedAt: instant.nullable(),
      passableAt: instant.nullable(),
    })
    .nullable(),
});

/** A draw whose winner has not answered. `text`: what was won. */
export const unansweredWin = z.object({ drawId: wireId, text: z.string() });

export type DrawBody = z.output<typeof drawBody>;
/** On the wire: money in main units. */
export type ShownDraw = z.input<typeof shownDraw>;
export type ShownPlace = z.input<typeof shownPlace>;
export type OwnPlace = z.input<typeof ownPlace>;
export type MyPart = z.input<typeof myPart>;
export type UnansweredWin = z.input<typeof unansweredWin>;
