import { z } from 'zod';
import { get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';

const key = z.string().min(1).max(100);

/** Calls of the first start of an installation, which has no admin yet (docs/rules.md#roles). */
export const firstStartCalls = {
  /** Whether the key of the link in the log is valid. 404: it is not, or there is an admin. */
  checkFirstStart: get('Moderator/FirstStart', {
    summary: 'Whether the key of the first start is valid',
    access: 'guest',
    query: z.object({ key }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** Makes the caller the first admin and ends his sessions. 404 as above. */
  becomeFirstAdmin: post('Moderator/FirstStart', {
    summary: 'Become the first admin',
    access: 'user',
    body: z.strictObject({ key }),
    answer: nothing,
    errors: [failures.notFound],
  }),
};
