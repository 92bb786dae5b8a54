import { z } from 'zod';
import { nothing, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';

/** Why somebody is kept out, as he will read it; up to 500 characters. */
const reason = z.string().trim().max(500).optional();

/** What moderators and admins do to people (contract, section 5). */
export const moderationCalls = {
  /**
   * Keeps a person out: his sessions end at once on every process, his page and his gift form are gone. 403 for oneself and
   * for somebody of a higher role; 404: no such person (contract, section 5).
   */
  blockUser: put('Moderator/BlockUser', {
    summary: 'Block a person',
    access: 'moderator',
    query: z.object({ userId: z.uuid(), reason }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /** Lets a person in again; his page is back as it was. 403 and 404 as for blocking (contract, section 5). */
  unblockUser: put('Moderator/UnblockUser', {
    summary: 'Unblock a person',
    access: 'moderator',
    query: z.object({ userId: z.uuid() }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};
