/** What is published of a draw that was held; hexadecimal digits. */
export interface PublishedDraw {
  readonly seedHash: string;
  readonly seed: string;
  readonly digest: string;
  readonly entryCount: number;
}

export interface PublishedPlace {
  readonly place: number;
  readonly ticket: string;
}

interface Asked {
  readonly draw: PublishedDraw;
  /** Everybody who has won, those whose place was passed on too. */
  readonly places: readonly PublishedPlace[];
  /** Reads the tickets behind one, or the first ones; none: there are no more. */
  readonly readTickets: (after: string | undefined) => Promise<readonly string[]>;
  /** Of whoever checks; null: they take no part. */
  readonly ownTicket: string | null;
}

/** What holds of a draw, and what does not. */
export interface DrawCheck {
  /** The seed is the one whose hash was published when the draw was made. */
  readonly isSeedKept: boolean;
  /** The tickets are those whose hash decided, as many as are said, each once. */
  readonly areTicketsKept: boolean;
  /** The lowest scores have the places, in order. */
  readonly areWinnersRight: boolean;
  /** Null: there is no ticket of one's own. */
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
export async function checkDraw({ draw, places, readTickets, ownTicket }: Asked): Promise<DrawCheck> {
  const isSeedKept = (await hashOf(bytesOf(draw.seed))) === draw.seedHash;
  const tickets = await allTickets(readTickets);
  const known = tickets ?? [];
  const isWhole = tickets !== null && tickets.length === draw.entryCount;
  const areTicketsKept = isWhole && (await hashOf(textBytes(known.join('\n')))) === draw.digest;
  const order = await inOrder(draw.seed, known);
  const areWinnersRight =
    (places.length > 0 || known.length === 0) &&
    places.every(({ place, ticket }, at) => place === at + 1 && order[at] === ticket);
  return {
    isSeedKept,
    areTicketsKept,
    areWinnersRight,
    isOwnTicketIn: ownTicket === null ? null : known.includes(ownTicket),
    ticketCount: known.length,
  };
}
