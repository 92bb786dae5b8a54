import { expect, test } from 'vitest';
import { findAlertLeaseFaults, findMessageLeaseFaults, type MessageWrite, reportName } from './lease-evidence.ts';

test('a step counts as made under a lost lease when the page of the running lease had not reported it by then', () => {
  const sent = new Map([
    [reportName('a', 1, 'playing'), 100],
    [reportName('a', 2, 'playing'), 300],
    [reportName('a', 2, 'shown'), 400],
  ]);
  const step = (lease: number, state: string, at: number) => ({ alert: 'a', lease, state, at });
  const right = [step(1, 'leased', 90), step(1, 'playing', 110), step(2, 'playing', 310), step(2, 'shown', 410)];
  expect(findAlertLeaseFaults(right, sent)).toEqual({ underLostLease: 0, madeTwice: 0 });
  expect(findAlertLeaseFaults([step(2, 'playing', 250)], sent)).toEqual({ underLostLease: 1, madeTwice: 0 });
  expect(findAlertLeaseFaults([step(1, 'shown', 500)], sent)).toEqual({ underLostLease: 1, madeTwice: 0 });
  const twice = [step(2, 'shown', 410), step(2, 'shown', 420)];
  expect(findAlertLeaseFaults(twice, sent)).toEqual({ underLostLease: 0, madeTwice: 1 });
});

test('an outcome belongs to the process that has claimed the message last, and each claim has one', () => {
  const write = (process: string, isClaim: boolean, state = 'waiting'): MessageWrite => ({
    ...{ message: 'm', process, isClaim, state },
  });
  const none = { byAnother: 0, withoutClaim: 0, deliveredTwice: 0, takenOver: 0 };
  const [claim, takeOver] = [write('opora-1', true), write('opora-2', true)];
  const delivered = (process: string) => write(process, false, 'delivered');
  expect(findMessageLeaseFaults([claim, delivered('opora-1')])).toEqual(none);
  expect(findMessageLeaseFaults([claim, takeOver, delivered('opora-2')])).toEqual({ ...none, takenOver: 1 });
  expect(findMessageLeaseFaults([claim, takeOver, write('opora-1', false)])).toMatchObject({ byAnother: 1 });
  expect(findMessageLeaseFaults([claim, delivered('opora-1'), delivered('opora-1')])).toMatchObject({
    ...{ withoutClaim: 1, deliveredTwice: 1 },
  });
});
