import { useState } from 'react';
import { call } from '#app/call.ts';
import { fieldChanged } from '#app/profile/profile-failures.ts';
import type { CallAnswer } from '#base/call.ts';
import { isCallFailure } from '#base/errors.ts';
import type { reviewCalls } from './review.calls.ts';
import { refreshCounts } from './staff-counts.ts';

/** A person of the queue with the fields that wait. */
export type WaitingPerson = CallAnswer<typeof reviewCalls.fieldsByState>['items'][number];

type WaitingField = WaitingPerson['fields'][number];

/** A field that can be decided about: `HideFullName` never waits. */
export type FieldName = CallAnswer<typeof reviewCalls.history>['items'][number]['name'];

/** A wish that is before the moderator: a changed value is another wish. */
export interface Wish {
  readonly key: string;
  readonly person: WaitingPerson;
  readonly field: WaitingField;
  readonly name: FieldName;
}

/** What the moderator has said to a wish, and how far it has come. */
export interface Decided {
  readonly wish: Wish;
  readonly verdict: 'Confirmed' | 'Reject';
  readonly status: 'sending' | 'done' | 'undoing';
}

/** What went wrong with a wish that is before the moderator again. */
export interface Trouble {
  readonly message: string;
  /** What is there now, where it is not what was shown. */
  readonly now: { readonly state: string; readonly value: string } | null;
}

/** Every wish of a page of the queue, in the order of the screen. */
export function wishesOf(people: readonly WaitingPerson[]): Wish[] {
  return people.flatMap((person) =>
    person.fields.flatMap((field) => {
      const { name, value, requestedAt } = field;
      return name === 'HideFullName'
        ? []
        : [{ key: [person.userId, name, requestedAt, value].join(' '), person, field, name }];
    }),
  );
}

function troubleOf(error: unknown, name: string): Trouble {
  if (!isCallFailure(error)) throw error;
  const told = error.details?.fields;
  const fields: unknown[] = fieldChanged.is(error) && Array.isArray(told) ? told : [];
  for (const one of fields) {
    const { name: changed, state, value } = Object.assign({ name: '', state: '', value: '' }, one);
    if (changed === name) return { message: error.fields?.[name] ?? error.message, now: { state, value } };
  }
  return { message: error.message, now: null };
}

function send({ person, field, name }: Wish, verdict: Decided['verdict'], comment: string): Promise<unknown> {
  const seen = { values: { [name]: field.value }, states: { [name]: field.state } };
  const body = { userId: person.userId, fields: [name], ...seen };
  return verdict === 'Confirmed'
    ? call('PUT Moderator/ConfirmUser', { body })
    : call('PUT Moderator/RejectUser', { body: { ...body, comments: { [name]: comment } } });
}

/** So many decisions stay at hand to be taken back. */
const mostKept = 20;

/**
 * Decides about wishes without waiting for the server: a wish is gone from the queue at once and comes back with an explanation
 * where the server refuses. Decisions of this visit can be taken back one by one.
 */
export function useReview() {
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const [troubles, setTroubles] = useState<ReadonlyMap<string, Trouble>>(new Map());

  const without = (key: string) => (list: readonly Decided[]) => list.filter(({ wish }) => wish.key !== key);
  const mark = (key: string, status: Decided['status']) =>
    setDecided((list) => list.map((one) => (one.wish.key === key ? { ...one, status } : one)));
  const trouble = (key: string, told: Trouble | null) =>
    setTroubles((known) => {
      const next = new Map(known);
      if (told === null) next.delete(key);
      else next.set(key, told);
      return next;
    });

  async function decide(wish: Wish, verdict: Decided['verdict'], comment = ''): Promise<void> {
    trouble(wish.key, null);
    setDecided((list) => [...without(wish.key)(list), { wish, verdict, status: 'sending' as const }].slice(-mostKept));
    try {
      await send(wish, verdict, comment);
      mark(wish.key, 'done');
    } catch (error) {
      setDecided(without(wish.key));
      trouble(wish.key, troubleOf(error, wish.name));
    }
    refreshCounts();
  }

  async function undo({ wish }: Decided): Promise<void> {
    mark(wish.key, 'undoing');
    try {
      const body = { userId: wish.person.userId, fields: [wish.name] };
      await call('PUT Moderator/UndoDecision', { body });
      setDecided(without(wish.key));
    } catch (error) {
      mark(wish.key, 'done');
      trouble('', troubleOf(error, wish.name));
    }
    refreshCounts();
  }

  return { decided, troubles, decide, undo, forgetTrouble: (key: string) => trouble(key, null) };
}
