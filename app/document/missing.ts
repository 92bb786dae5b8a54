import { data } from 'react-router';
import { isCallFailure } from '#base/errors.ts';

/** In a loader: what a call answers, or the page «not found» where the call says that the thing is missing. */
export async function orMissing<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (isCallFailure(error) && error.status === 404) throw data(null, { status: 404 });
    throw error;
  }
}

/** What a loader throws for a creator whose page is closed: `throw data(creatorUnavailable, { status: 404 })`. */
export const creatorUnavailable = { reason: 'creatorUnavailable' } as const;

/** Whether what was thrown says that a creator's page is closed. */
export function isCreatorUnavailable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reason' in value && value.reason === creatorUnavailable.reason;
}
