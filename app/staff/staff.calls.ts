import { firstStartCalls } from './first-start/first-start.calls.ts';
import { overviewCalls } from './overview.calls.ts';
import { peopleCalls } from './people/people.calls.ts';
import { reviewCalls } from './review/review.calls.ts';

/** Calls of moderators and admins (docs/rules.md#staff); those about products belong to merch. */
export const moderationCalls = { ...peopleCalls, ...reviewCalls, ...overviewCalls };

/** All calls of the area: those above, and those that make the first admin. */
export const staffCalls = { ...moderationCalls, ...firstStartCalls };
