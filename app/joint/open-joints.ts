import { call } from '#app/call.ts';
import { jointLimits } from './joint-rules.ts';
import type { OwnJoint } from './joint-shapes.ts';

/** Whether a stream waits for the answer of `userName`, who is one of its members. */
export function isInvited({ state, members }: OwnJoint, userName: string): boolean {
  return state === 'Planned' && members.some((one) => one.userName === userName && one.answer === 'None');
}

/** The user's streams together, as many as can be planned and invited to at once: those are listed first. */
export async function readOpenJoints(signal: AbortSignal): Promise<readonly OwnJoint[]> {
  const Take = jointLimits.planned + jointLimits.invitations;
  return (await call('GET Joint/Own', { query: { Take } }, { signal })).items;
}
