import { overviewCalls } from './overview.calls.ts';
import { peopleCalls } from './people.calls.ts';
import { reviewCalls } from './review.calls.ts';

/** What moderators and admins see and do (contract, section 5); the calls about products stand with the products. */
export const moderationCalls = { ...peopleCalls, ...reviewCalls, ...overviewCalls };
