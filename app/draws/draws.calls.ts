import { z } from 'zod';
import { stagedCreator } from '#app/creators/creators.calls.ts';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { givenReason } from '#base/calls/reason-wire.ts';
import {
  drawCancelled,
  drawEarly,
  drawOver,
  drawsOff,
  nobodyLeft,
  passEarly,
  placeSettled,
  tooManyDraws,
} from './draw-failures.ts';
import {
  answerBody,
  cancelBody,
  drawBody,
  myPart,
  ownPlace,
  shownDraw,
  shownPlace,
  unansweredWin,
} from './draw-shapes.ts';

const named = z.object({ drawId: wireId });

const placeBody = z.strictObject({ drawId: wireId, place: z.int().positive() });

/** How many tickets are read at once. */
export const mostTickets = 10_000;

/** What creators give to donors of a period who are drawn (docs/rules.md#draws). */
export const drawsCalls = {
  /**
   * The draws of a creator, newest first; those that a moderator has taken away only for the creator and the staff. Sums in main units. 404: no such
   * creator, or a blocked one (docs/rules.md#draws).
   */
  draws: get('Draw/List', {
    summary: 'The draws of a creator',
    access: 'guest',
    query: z.object({ userName: z.string().max(100), ...paging(20) }),
    answer: page(shownDraw),
    errors: [failures.notFound],
  }),
  /**
   * One draw with its creator and, once it is held, with everybody who has won, by places. 404: no such draw, one that a moderator has taken away (but
   * for its creator and the staff), or that of a blocked creator (docs/rules.md#draws).
   */
  draw: get('Draw/Get', {
    summary: 'A draw with its winners',
    access: 'guest',
    query: named,
    answer: z.object({
      draw: shownDraw,
      creator: stagedCreator,
      places: z.array(shownPlace),
    }),
    errors: [failures.notFound],
  }),
  /**
   * The tickets of a draw that was held, in their order, at most 10,000: those behind `after`, or the first ones. With the seed they prove who wins. None
   * before it is held. 404 as `Draw/Get` (docs/rules.md#draws).
   */
  tickets: get('Draw/Tickets', {
    summary: 'The tickets of a draw',
    access: 'guest',
    query: named.extend({
      after: z
        .string()
        .regex(/^[\da-f]{32}$/)
        .optional(),
    }),
    answer: z.object({ tickets: z.array(z.string()) }),
    errors: [failures.notFound],
  }),
  /** Whether the caller takes part in a draw, with which ticket, and what was won. 404 as `Draw/Get` (docs/rules.md#draws). */
  myPart: get('Draw/Mine', {
    summary: 'What a draw is for the caller',
    access: 'user',
    query: named,
    answer: myPart,
    errors: [failures.notFound],
  }),
  /**
   * What the caller has won and not answered yet, the latest first, at most 20: neither of a draw that a moderator has taken away nor of a blocked creator
   * (docs/rules.md#draws).
   */
  won: get('Draw/Won', {
    summary: 'Wins that wait for an answer',
    access: 'user',
    answer: z.object({ items: z.array(unansweredWin) }),
    errors: [],
  }),
  /** Who has won the caller's draws, with what they have written: of those draws that `Draw/List` has on the same page, by places (docs/rules.md#draws). */
  places: get('Draw/Places', {
    summary: 'The winners of own draws',
    access: 'user',
    query: z.object(paging(20)),
    answer: z.object({ items: z.array(ownPlace) }),
    errors: [],
  }),
  /**
   * Makes a draw, which nobody can change. The hash of its seed is published at once. 409 `DrawsOff`, `TooManyDraws`: five are not over yet
   * (docs/rules.md#draws).
   */
  makeDraw: post('Draw/Make', {
    summary: 'Make a draw',
    access: 'user',
    body: drawBody,
    answer: shownDraw,
    errors: [failures.notFound, drawsOff, tooManyDraws],
    idempotent: true,
    transaction: 'own',
  }),
  /**
   * Calls a draw of the caller off before its time is over; everybody reads the reason. Repeating changes nothing. 404; 409 `DrawOver`
   * (docs/rules.md#draws).
   */
  cancelDraw: post('Draw/Cancel', {
    summary: 'Call a draw off',
    access: 'user',
    body: cancelBody,
    answer: shownDraw,
    errors: [failures.notFound, drawOver],
    idempotent: true,
  }),
  /**
   * Holds a draw of the caller whose time is over: the seed and the winners are known from then on. Repeating changes nothing. 404; 409 `DrawEarly`,
   * `DrawCancelled` (docs/rules.md#draws).
   */
  holdDraw: post('Draw/Hold', {
    summary: 'Hold a draw',
    access: 'user',
    body: z.strictObject({ drawId: wireId }),
    answer: shownDraw,
    errors: [failures.notFound, drawEarly, drawCancelled],
    idempotent: true,
  }),
  /**
   * Writes to the creator how the caller, who has won, gets it; the last answer counts. 404: the caller has not won; 409 `PlaceSettled`
   * (docs/rules.md#draws).
   */
  answerDraw: post('Draw/Answer', {
    summary: 'Answer as a winner',
    access: 'user',
    body: answerBody,
    answer: myPart,
    errors: [failures.notFound, placeSettled],
    idempotent: true,
  }),
  /** Marks a place of a draw of the caller as given, or as not given after all. 404; 409 `PlaceSettled`: it was passed on; `DrawCancelled`: a moderator has taken the draw away (docs/rules.md#draws). */
  givePlace: post('Draw/Give', {
    summary: 'Mark a place as given',
    access: 'user',
    body: placeBody.extend({ isGiven: z.boolean() }),
    answer: nothing,
    errors: [failures.notFound, drawCancelled, placeSettled],
    idempotent: true,
  }),
  /**
   * Passes a place of a draw of the caller on to the next ticket; everybody sees that. Repeating changes nothing. 404; 409 `PlaceSettled`: it is given;
   * `PassEarly`: the winner has answered, or still has time to; `NobodyLeft` (docs/rules.md#draws).
   */
  passPlace: post('Draw/Pass', {
    summary: 'Pass a place on',
    access: 'user',
    body: placeBody,
    answer: nothing,
    errors: [failures.notFound, drawCancelled, placeSettled, passEarly, nobodyLeft],
    idempotent: true,
  }),
  /**
   * Takes a draw away: nobody but its creator and the staff sees it any more, and it is not held. Repeating changes nothing. 404 (docs/rules.md#draws).
   */
  removeDraw: post('Moderator/RemoveDraw', {
    summary: 'Take a draw away',
    access: 'moderator',
    body: z.strictObject({ drawId: wireId, reason: givenReason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};
