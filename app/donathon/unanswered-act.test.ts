import { expect, it } from 'vitest';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { CallFailure } from '#base/calls/errors.ts';
import { clockChanged } from './clock-failures.ts';
import { type ActOnClock, UnansweredAct } from './unanswered-act.ts';

const more = { act: 'correct', seconds: 300 } as const;
const lost = () => new CallFailure(networkFailureCode, 0, 'Нет связи');

/** Sends acts and notes what goes out; `failure`: what comes of it. */
function sender() {
  const act = new UnansweredAct();
  const sent: { clockId: string; revision: number; key: string }[] = [];
  return {
    sent,
    send: (asked: ActOnClock, revision: number, { failure = null as Error | null, clockId = 'one' } = {}) =>
      act
        .send(asked, { clockId, revision }, async (read, key) => {
          sent.push({ ...read, key });
          if (failure !== null) throw failure;
        })
        .catch((error: unknown) => error),
  };
}

it('repeats an act whose answer got lost under its key and its revision', async () => {
  const { send, sent } = sender();
  expect(await send(more, 3, { failure: lost() })).toMatchObject({ code: networkFailureCode });
  await send(more, 4);
  const [first, second] = sent;
  expect(second).toEqual(first);
  await send(more, 4);
  expect(sent[2]).toMatchObject({ revision: 4 });
  expect(sent[2]?.key).not.toBe(first?.key);
});

it.each([
  ['another act', { act: 'correct', seconds: -300 } as const, 'one'],
  ['the same act on another clock', more, 'two'],
])('makes %s anew', async (_, asked, clockId) => {
  const { send, sent } = sender();
  await send(more, 3, { failure: lost() });
  await send(asked, 4, { clockId });
  expect(sent[1]).toMatchObject({ revision: 4, clockId });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

it('makes an act anew that was refused', async () => {
  const { send, sent } = sender();
  await send(more, 3, { failure: clockChanged() });
  await send(more, 4);
  expect(sent[1]).toMatchObject({ revision: 4 });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});
