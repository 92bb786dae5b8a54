import { useState } from 'react';
import { call } from '#app/call.ts';
import { isReviewed } from '#app/profile/field-rules.ts';
import { fieldChanged } from '#app/profile/profile-failures.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { refreshCounts } from '../staff-counts.ts';
import type { reviewCalls } from './review.calls.ts';

/** A user of the queue with the fields that wait. */
export type WaitingPerson = CallAnswer<typeof reviewCalls.fieldsByState>['items'][number];

type WaitingField = WaitingPerson['fields'][number];

/** A reviewed field: `HideFullName` is never reviewed. */
export type FieldName = CallAnswer<typeof reviewCalls.history>['items'][number]['name'];

/** A proposal in review: a changed value is another proposal. */
export interface Proposal {
  readonly key: string;
  readonly person: WaitingPerson;
  readonly field: WaitingField;
  readonly name: FieldName;
}

/** The decision about a proposal, and its progress. */
export interface Decided {
  readonly proposal: Proposal;
  readonly verdict: 'Confirmed' | 'Reject';
  readonly status: 'sending' | 'done' | 'undoing';
}

/** The failure of a decision whose proposal is back in the queue. */
export interface Trouble {
  readonly message: string;
  /** The present field if it differs from the one shown. */
  readonly now: { readonly state: string; readonly value: string } | null;
  /** The comment that was refused with it. */
  readonly comment: string;
}

/** All proposals of a page of the queue, in the order of the screen. */
export function proposalsOf(people: readonly WaitingPerson[]): Proposal[] {
  return people.flatMap((person) =>
    person.fields.flatMap((field) => {
      const { name, value, requestedAt } = field;
      return isReviewed(name)
        ? [{ key: [person.userId, name, requestedAt, value].join(' '), person, field, name }]
        : [];
    }),
  );
}

function troubleOf(error: unknown, name: string, comment = ''): Trouble {
  if (!isCallFailure(error)) throw error;
  const details = error.details?.fields;
  const fields: unknown[] = fieldChanged.is(error) && Array.isArray(details) ? details : [];
  for (const one of fields) {
    const { name: changed, state, value } = Object.assign({ name: '', state: '', value: '' }, one);
    if (changed === name) return { message: error.fields?.[name] ?? error.message, now: { state, value }, comment };
  }
  return { message: error.message, now: null, comment };
}

function send({ person, field, name }: Proposal, verdict: Decided['verdict'], comment: string): Promise<unknown> {
  const seen = { values: { [name]: field.value }, states: { [name]: field.state } };
  const body = { userId: person.userId, fields: [name], ...seen };
  return verdict === 'Confirmed'
    ? call('PUT Moderator/ConfirmUser', { body })
    : call('PUT Moderator/RejectUser', { body: { ...body, comments: { [name]: comment } } });
}

/** Number of decisions that can be undone. */
const mostKept = 20;

/**
 * Decides about proposals without waiting for the server: a proposal leaves the queue at once and comes back with an explanation if the
 * server refuses. Decisions of this visit can be undone one by one.
 */
export function useReview() {
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const [troubles, setTroubles] = useState<ReadonlyMap<string, Trouble>>(new Map());

  const without = (key: string) => (list: readonly Decided[]) => list.filter(({ proposal }) => proposal.key !== key);
  const mark = (key: string, status: Decided['status']) =>
    setDecided((list) => list.map((one) => (one.proposal.key === key ? { ...one, status } : one)));
  const trouble = (key: string, problem: Trouble | null) =>
    setTroubles((known) => {
      const next = new Map(known);
      if (problem === null) next.delete(key);
      else next.set(key, problem);
      return next;
    });

  /** Resolves to whether the server took it. */
  async function decide(proposal: Proposal, verdict: Decided['verdict'], comment = ''): Promise<boolean> {
    trouble(proposal.key, null);
    setDecided((list) =>
      [...without(proposal.key)(list), { proposal, verdict, status: 'sending' as const }].slice(-mostKept),
    );
    try {
      await send(proposal, verdict, comment);
      mark(proposal.key, 'done');
      return true;
    } catch (error) {
      setDecided(without(proposal.key));
      trouble(proposal.key, troubleOf(error, proposal.name, comment));
      return false;
    } finally {
      refreshCounts();
    }
  }

  async function undo({ proposal }: Decided): Promise<void> {
    mark(proposal.key, 'undoing');
    try {
      const body = { userId: proposal.person.userId, fields: [proposal.name] };
      await call('PUT Moderator/UndoDecision', { body });
      setDecided(without(proposal.key));
    } catch (error) {
      mark(proposal.key, 'done');
      trouble('', troubleOf(error, proposal.name));
    }
    refreshCounts();
  }

  return { decided, troubles, decide, undo, forgetTrouble: (key: string) => trouble(key, null) };
}
