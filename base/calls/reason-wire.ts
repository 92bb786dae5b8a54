import { longestReason } from '#base/text/reason-length.ts';
import { seenText } from './text-wire.ts';

/** Why the staff does something, for whoever reads it: the creator, or the staff. */
export const givenReason = seenText().min(3, { error: 'Напишите причину' }).max(longestReason);
