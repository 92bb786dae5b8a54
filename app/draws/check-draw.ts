/** What is published of a draw that was held; hexadecimal digits. */
export interface PublishedDraw {
  readonly seedHash: string;
  readonly seed: string;
  readonly digest: string;
  readonly entryCount: number;
  /** How many win, as was promised. */
  readonly winners: number;
}

export interface PublishedPlace {
  readonly place: number;
  readonly ticket: string;
  /** Null: it was not passed on to the next ticket. */
  readonly passedAt: string | null;
}

/** What this browser has kept of a draw since before its end. */
export interface KeptDraw {
  readonly seedHash: string;
  /** Of whoever checks; null: none was seen. */
  readonly ticket: string | null;
}

interface Asked {
  readonly draw: PublishedDraw;
  /** Everybody who has won, those whose place was passed on too. */
  readonly places: readonly PublishedPlace[];
  /** Reads the tickets behind one, or the first ones; none: there are no more. */
  readonly readTickets: (after: string | undefined) => Promise<readonly string[]>;
  /** Of whoever checks; null: they take no part. */
  readonly ownTicket: string | null;
  /** Null: nothing is kept here. */
  readonly kept: KeptDraw | null;
}

/** What holds of a draw, and what does not. */
export interface DrawCheck {
  /** The seed has the hash that is shown, and that which is kept here. */
  readonly isSeedKept: boolean;
  /** The tickets are those whose hash decided, as many as are said, each once. */
  readonly areTicketsKept: boolean;
  /** The lowest scores have the places, in order, as many as were promised. */
  readonly areWinnersRight: boolean;
  /** The ticket of one's own is the one that is kept here, if there is one. Null: there is no ticket. */
  readonly isOwnTicketIn: boolean | null;
  readonly ticketCount: number;
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const textBytes = (text: string) => new TextEncoder().encode(text);

const hashOf = async (bytes: Uint8Array<ArrayBuffer>) => hexOf(await crypto.subtle.digest('SHA-256', bytes));

/** All tickets; null: they are not in the order that makes each of them a different one. */
async function allTickets(readTickets: Asked['readTickets']): Promise<readonly string[] | null> {
  const tickets: string[] = [];
  for (;;) {
    const before = tickets.at(-1);
    const next = await readTickets(before);
    if (next.length === 0) return tickets;
    for (const ticket of next) {
      const last = tickets.at(-1);
      if (last !== undefined && ticket <= last) return null;
      tickets.push(ticket);
    }
  }
}

/** The tickets by their scores, the lowest first. */
async function inOrder(seed: string, tickets: readonly string[]): Promise<readonly string[]> {
  const way = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), way, false, ['sign']);
  const digest = await hashOf(textBytes(tickets.join('\n')));
  const scored = await Promise.all(
    tickets.map(async (ticket) => {
      const score = hexOf(await crypto.subtle.sign('HMAC', key, textBytes(`${digest}:${ticket}`)));
      return { ticket, score };
    }),
  );
  scored.sort((one, other) => (one.score < other.score ? -1 : 1));
  return scored.map(({ ticket }) => ticket);
}

/**
 * Checks a draw with what is published of it alone (docs/rules.md#draws). Written apart from what holds draws, so that a fault there does not pass
 * here. Throws where the browser has no cryptography, as on a page without HTTPS.
 */
export async function checkDraw({ draw, places, readTickets, ownTicket, kept }: Asked): Promise<DrawCheck> {
  const seedHash = await hashOf(bytesOf(draw.seed));
  const isSeedKept = [draw.seedHash, kept?.seedHash ?? draw.seedHash].every((shown) => shown === seedHash);
  const tickets = await allTickets(readTickets);
  const known = tickets ?? [];
  const isWhole = tickets !== null && tickets.length === draw.entryCount;
  const areTicketsKept = isWhole && (await hashOf(textBytes(known.join('\n')))) === draw.digest;
  const order = await inOrder(draw.seed, known);
  const passed = places.filter(({ passedAt }) => passedAt !== null);
  const areWinnersRight =
    places.length === Math.min(draw.entryCount, draw.winners + passed.length) &&
    places.every(({ place, ticket }, at) => place === at + 1 && order[at] === ticket);
  const own = [ownTicket, kept?.ticket ?? null].filter((ticket) => ticket !== null);
  return {
    isSeedKept,
    areTicketsKept,
    areWinnersRight,
    isOwnTicketIn: own.length === 0 ? null : own.every((ticket) => ticket === own[0] && known.includes(ticket)),
    ticketCount: known.length,
  };
}
