import sql from 'sql-template-tag';
import { publicNames } from '#app/donations/donation-owner.server.ts';
import { type ArchivedFile, byId, field, money } from './archived-file.ts';

const removal = {
  removedAt: field('t.removed_at', 'when a moderator took it away'),
  removedFor: field('t.removed_for', 'why'),
};

/** What donors of the creator decide, and what the person won as a donor. */
export const archivedChoices: Record<string, ArchivedFile> = {
  'choices/votes.jsonl': {
    table: 'vote',
    key: byId,
    holds: 'votes',
    fields: {
      id: field('t.id', 'id of the vote'),
      question: field('t.question', 'question'),
      price: money('t.price', 'price of one vote'),
      endsAt: field('t.ends_at', 'when it was to end'),
      endSum: money('t.end_sum', 'sum that ends it'),
      overAt: field(`nullif(t.over_at, 'infinity')`, 'when it ended'),
      takesSuggestions: field('t.takes_suggestions', 'whether donors may suggest options'),
      createdAt: field('t.created_at', 'when it was made'),
      ...removal,
    },
  },
  'choices/vote-options.jsonl': {
    table: 'vote_option',
    own: ({ projectId }) => sql`t.vote_id = any (array(select v.id from vote v where v.project_id = ${projectId}))`,
    key: [
      { from: 't.vote_id', type: 'uuid' },
      { from: 't.number', type: 'bigint' },
    ],
    holds: 'options of the votes, with those that donors suggested',
    fields: {
      voteId: field('t.vote_id', 'id in `choices/votes.jsonl`'),
      number: field('t.number', 'number in the vote'),
      text: field('t.text', 'text'),
      place: field('t.place', 'place in the list'),
      isHidden: field('t.is_hidden', 'whether the creator hides it'),
      state: field('t.state', '`offered`, or what became of a suggestion'),
      declinedFor: field('t.declined_for', 'why a moderator declined it'),
    },
  },
  'choices/targets.jsonl': {
    table: 'target',
    key: byId,
    holds: 'targets',
    fields: {
      id: field('t.id', 'id of the target'),
      text: field('t.text', 'what is promised'),
      goal: money('t.goal', 'sum'),
      closedAt: field('t.closed_at', 'when it was closed'),
      createdAt: field('t.created_at', 'when it was made'),
      ...removal,
    },
  },
  'choices/rewards.jsonl': {
    table: 'reward',
    key: byId,
    holds: 'rewards for a donation',
    fields: {
      id: field('t.id', 'id of the reward'),
      text: field('t.text', 'what is given'),
      price: money('t.price', 'sum from which on'),
      stock: field('t.stock', 'pieces; null: any number'),
      closedAt: field('t.closed_at', 'when it was ended'),
      createdAt: field('t.created_at', 'when it was made'),
      ...removal,
    },
  },
  'choices/draws.jsonl': {
    table: 'draw',
    key: byId,
    holds: 'draws',
    fields: {
      id: field('t.id', 'id of the draw'),
      text: field('t.text', 'what is given'),
      leastSum: money('t.least_sum', 'sum of a donation that takes part'),
      winners: field('t.winners', 'number of winners'),
      startsAt: field('t.starts_at', 'from when on donations take part'),
      endsAt: field('t.ends_at', 'until when'),
      heldAt: field('t.held_at', 'when it was held'),
      entries: field('t.entry_count', 'number of tickets'),
      cancelledAt: field('t.cancelled_at', 'when it was cancelled'),
      cancelledFor: field('t.cancelled_for', 'why'),
      ...removal,
    },
  },
  'choices/draw-winners.jsonl': {
    table: 'draw_place',
    own: ({ projectId }) =>
      sql`t.draw_id = any (array(select d.id from draw d where d.project_id = ${projectId} and d.removed_for is null))`,
    join: 'join draw_entry e on e.draw_id = t.draw_id and e.ticket = t.ticket',
    key: [
      { from: 't.draw_id', type: 'uuid' },
      { from: 't.place', type: 'bigint' },
    ],
    holds: 'winners of the draws of the creator that no moderator took away',
    fields: {
      drawId: field('t.draw_id', 'id in `choices/draws.jsonl`'),
      place: field('t.place', 'place'),
      ticket: field(`encode(t.ticket, 'hex')`, 'ticket that has won'),
      name: field(
        'e.donation_id',
        'name of the winner as everybody sees it; null: anonymous, or the donation went back',
      ),
      answer: field('t.answer', 'what the winner wrote to the creator'),
      answeredAt: field('t.answered_at', 'when'),
      givenAt: field('t.given_at', 'when the prize was marked as given'),
      passedAt: field('t.passed_at', 'when the place was passed on'),
      wonAt: field('t.won_at', 'when it was won'),
    },
    // In place of the donation, which would tell whose the answer of an anonymous winner is.
    shown: async (db, rows) => {
      const names = await publicNames(
        db,
        rows.map(({ name }) => String(name)),
      );
      return rows.map((row) => ({ ...row, name: names.get(String(row.name)) ?? null }));
    },
  },
  'choices/draw-tickets.jsonl': {
    table: 'draw_entry',
    key: [
      { from: 't.draw_id', type: 'uuid' },
      { from: 't.ticket', type: 'bytea' },
    ],
    join: 'left join draw_place w on w.draw_id = t.draw_id and w.ticket = t.ticket',
    holds: 'tickets of the person in draws of creators, and what they won',
    fields: {
      drawId: field('t.draw_id', 'id of the draw'),
      ticket: field(`encode(t.ticket, 'hex')`, 'ticket'),
      donationId: field('t.donation_id', 'id in `donations/given.jsonl`'),
      wonPlace: field('w.place', 'place that it won; null: none'),
      wonAt: field('w.won_at', 'when'),
      answer: field('w.answer', 'what the person wrote to the creator'),
      prizeGivenAt: field('w.given_at', 'when the creator marked the prize as given'),
    },
  },
  'choices/clocks.jsonl': {
    table: 'clock',
    key: byId,
    holds: 'countdowns of streams that donations prolong',
    fields: {
      id: field('t.id', 'id of the countdown'),
      startedAt: field('t.started_at', 'when it began'),
      firstSeconds: field('t.first_seconds', 'seconds at the beginning'),
      mostSeconds: field('t.most_seconds', 'seconds that it may last at most'),
      rateSum: money('t.rate_sum', 'sum that adds `rateSeconds`'),
      rateSeconds: field('t.rate_seconds', 'seconds'),
      isLinear: field('t.is_linear', 'whether other sums add their part'),
      endsAt: field('t.ends_at', 'when it ends'),
      closedAt: field('t.closed_at', 'when it was ended by hand'),
      endedFor: field('t.ended_for', 'why a moderator ended it'),
    },
  },
  'choices/clock-corrections.jsonl': {
    table: 'clock_correction',
    key: [
      { from: 't.clock_id', type: 'uuid' },
      { from: 't.number', type: 'bigint' },
    ],
    holds: 'time that was added or taken by hand',
    fields: {
      clockId: field('t.clock_id', 'id in `choices/clocks.jsonl`'),
      seconds: field('t.seconds', 'seconds'),
      madeAt: field('t.made_at', 'when'),
    },
  },
  'choices/clock-pauses.jsonl': {
    table: 'clock_pause',
    key: [
      { from: 't.clock_id', type: 'uuid' },
      { from: 't.started_at', type: 'timestamptz' },
    ],
    holds: 'pauses of the countdowns',
    fields: {
      clockId: field('t.clock_id', 'id in `choices/clocks.jsonl`'),
      startedAt: field('t.started_at', 'when it began'),
      endedAt: field('t.ended_at', 'when it ended'),
    },
  },
};
