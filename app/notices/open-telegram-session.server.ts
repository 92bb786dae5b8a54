import type { Tx } from '#base/db/db.server.ts';

/** Opens a session for a person whose chat is linked. It has no role beyond that of a user, lasts a day at most and ends with the link. */
export type OpenTelegramSession = (
  tx: Tx,
  session: { readonly userId: string; readonly userAgent: string; readonly network: string },
) => Promise<{ readonly token: string; readonly refreshToken: string }>;
