import type { OwnJoint } from './joint-shapes.ts';

/** Whether a stream waits for the answer of `userName`, who is one of its members. */
export function isInvited({ state, members }: OwnJoint, userName: string): boolean {
  return state === 'Planned' && members.some((one) => one.userName === userName && one.answer === 'None');
}
