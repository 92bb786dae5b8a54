import { z } from 'zod';
import { wrongPassword } from '#app/identity/identity-failures.ts';
import { file, get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { fileLanguage } from '#base/calls/language-wire.ts';
import { archiveLinkOver, archiveUnderWay } from '../profile-failures.ts';

const { tooManyRequests, unavailable } = failures;

/** How the archive of the last link went: `None` was not begun; `Whole` was sent to its end; `Broken` ended before its end, and what was saved of it is no valid ZIP. */
export const archiveStates = ['None', 'Making', 'Whole', 'Broken'] as const;

/** Everything of a person in one file (docs/rules.md#moving-out). */
export const archiveCalls = {
  /**
   * A link to the caller's archive, for one minute and one download, for whoever types the password once more; a link before it is over.
   * `language`: of the README in it. At most 5 an hour (429); 409 `ArchiveUnderWay` while one is being downloaded; 503 while the process writes too many (docs/rules.md#moving-out).
   */
  askArchive: post('PersonalAccount/Archive', {
    summary: "Ask for a link to the archive of everything of one's own",
    access: 'user',
    body: z.strictObject({ password: z.string().max(1_000), language: fileLanguage }),
    answer: z.object({ address: z.string(), endsAt: z.iso.datetime() }),
    errors: [wrongPassword, archiveUnderWay, tooManyRequests, unavailable],
    // The password is checked for long, and on a connection of its own.
    transaction: 'own',
  }),
  /**
   * The archive of whoever the link was made for: a ZIP that is written while it is read, without a length. A connection that ends before its end
   * leaves no valid ZIP. The session of the link must be alive, also while it is written (docs/rules.md#moving-out).
   */
  archive: get('PersonalAccount/Archive', {
    summary: "The archive of everything of one's own",
    access: 'guest',
    query: z.object({ key: z.string().max(100) }),
    answer: file,
    errors: [archiveLinkOver, unavailable],
    form: 'file',
    mediaTypes: ['application/zip'],
    hasEffect: true,
  }),
  /** How the caller's last archive goes or went; `at`: since when, null: it has not begun (docs/rules.md#moving-out). */
  archiveState: get('PersonalAccount/ArchiveState', {
    summary: 'How the last archive goes',
    access: 'user',
    answer: z.object({ state: z.enum(archiveStates), at: z.iso.datetime().nullable() }),
    errors: [],
  }),
};
