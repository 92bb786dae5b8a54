import { data } from 'react-router';
import { isCallFailure } from '#base/calls/errors.ts';
import { idForm } from '#base/text/id-form.ts';

const numberForm = /^[1-9]\d{0,8}$/;

/** Thrown by a loader to show the page «not found»: `throw missing()`. */
export const notFoundPage = () => data(null, { status: 404 });

/** In a loader: returns an id of the address, or throws `missing()` if it is malformed. */
export function idInAddress(text: string): string {
  if (!idForm.test(text)) throw notFoundPage();
  return text;
}

/** The same for a numeric id. */
export function numberInAddress(text: string): number {
  if (!numberForm.test(text)) throw notFoundPage();
  return Number(text);
}

/** In a loader: returns a call's answer, or throws `missing()` if the call answers 404 or 400. */
export async function orNotFound<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (isCallFailure(error) && (error.status === 404 || error.status === 400)) throw notFoundPage();
    throw error;
  }
}

/** Thrown by a loader for a creator whose page is closed: `throw data(creatorUnavailable, { status: 404 })`. */
export const creatorUnavailable = { reason: 'creatorUnavailable' } as const;

/** Whether a thrown value means that a creator's page is closed. */
export function isCreatorUnavailable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reason' in value && value.reason === creatorUnavailable.reason;
}
