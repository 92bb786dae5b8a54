import { overviewCalls } from './dashboard/overview.calls.ts';
import { peopleCalls } from './people/people.calls.ts';
import { reviewCalls } from './review/review.calls.ts';

/** Calls of moderators and admins (docs/rules.md#staff); those about products belong to merch. */
export const moderationCalls = { ...peopleCalls, ...reviewCalls, ...overviewCalls };
