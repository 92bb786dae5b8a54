import { findLiveSessions } from '#app/identity/sessions-store.server.ts';
import type { Caller } from '#base/calls/call-context.server.ts';
import { createDerivedProofs } from '#base/config/derived-proofs.server.ts';
import type { Queryable } from '#base/db/db.server.ts';

/** An address is used by a player, which asks for another one when it has ended. */
const lifetimeSeconds = 3_600;

/** Who listens by an address: their session, which is asked about with each request. */
interface AddressOwner {
  readonly session: string;
  /** In seconds since 1970. */
  readonly until: number;
  readonly proof: string;
}

interface Named {
  readonly name: string;
  readonly postId: string;
}

interface Signed extends Named {
  readonly session: string;
  readonly until: number;
}

/** Addresses for players, which send no token. They name post, file, session and end, and give nothing that the session has not. */
export interface AudioAddresses {
  issue(asked: Named & { readonly session: string; readonly now: Date }): AddressOwner;
  /** Whoever an address was issued to, while the session lives; null: it is forged, of another post or over. */
  findCaller(db: Queryable, asked: Named & Partial<AddressOwner> & { readonly now: Date }): Promise<Caller | null>;
}

const wordsOf = ({ name, postId, session, until }: Signed) => [name, postId, session, until].join(' ');

/** `programSecrets` is `JWT_SECRET`. */
export function createAudioAddresses(programSecrets: string): AudioAddresses {
  const proofs = createDerivedProofs(programSecrets, 'opora addresses of audio');
  return {
    issue({ now, session, ...named }) {
      const until = Math.floor(now.getTime() / 1_000) + lifetimeSeconds;
      return { session, until, proof: proofs.issue(wordsOf({ ...named, session, until })) };
    },
    async findCaller(db, { now, session, until, proof, ...named }) {
      if (session === undefined || until === undefined || until * 1_000 < now.getTime()) return null;
      if (!proofs.isTrue(wordsOf({ ...named, session, until }), proof)) return null;
      return (await findLiveSessions(db, [session])).get(session) ?? null;
    },
  };
}
