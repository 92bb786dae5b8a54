import { expect, it } from 'vitest';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';
import { clockChanged } from './clock-failures.ts';
import { type ActOnClock, UnansweredAct } from './unanswered-act.ts';

const more = { act: 'correct', seconds: 300 } as const;
const less = { act: 'correct', seconds: -300 } as const;
const lost = () => new CallFailure(networkFailureCode, 0, 'Нет связи');

/** Sends acts and notes what goes out; `failure`: what comes of it. */
function sender() {
  const unanswered = new UnansweredAct();
  const sent: { asked: ActOnClock; revision: number; key: string }[] = [];
  return {
    unanswered,
    sent,
    send: (asked: ActOnClock, revision: number, failure: Error | null = null) =>
      unanswered
        .send(asked, { clockId: 'one', revision }, async ({ idempotencyKey: key, ...attempt }) => {
          sent.push({ asked: attempt.asked, revision: attempt.read.revision, key });
          if (failure !== null) throw failure;
        })
        .catch((error: unknown) => error),
  };
}

it.each([
  ['the same act', more],
  ['another act', less],
])('asks again for an act whose answer got lost in the place of %s, which is dropped', async (_, next) => {
  const { send, sent, unanswered } = sender();
  expect(await send(more, 3, lost())).toMatchObject({ code: networkFailureCode });
  expect(unanswered.open).toEqual(more);
  expect(await send(next, 4)).toEqual(more);
  expect(unanswered.open).toBeNull();
  expect(sent.map(({ asked }) => asked)).toEqual([more, more]);
  expect(await send(next, 4)).toEqual(next);
  const [first, second, third] = sent;
  expect(second).toEqual(first);
  expect(third).toMatchObject({ asked: next, revision: 4 });
  expect(third?.key).not.toBe(first?.key);
});

it.each([
  ['has no answer again', lost()],
  ['still runs', failures.requestInProgress()],
  ['meets a server in trouble', failures.unavailable()],
])('goes on asking for an act that %s', async (_, failure) => {
  const { send, sent } = sender();
  await send(more, 3, lost());
  await send(less, 4, failure);
  expect(await send(less, 4)).toEqual(more);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('forgets an act that was refused', async () => {
  const { send, sent, unanswered } = sender();
  await send(more, 3, clockChanged());
  expect(unanswered.open).toBeNull();
  expect(await send(more, 4)).toEqual(more);
  expect(sent[1]).toMatchObject({ revision: 4 });
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});
