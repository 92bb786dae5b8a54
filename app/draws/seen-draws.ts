import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** What somebody has seen of a draw in this browser while it was open. */
export interface SeenDraw {
  readonly seedHash: string;
  /** When it was seen first. */
  readonly at: string;
  /** Of each person who was logged in, by person. */
  readonly tickets: Readonly<Record<string, string>>;
}

type SeenDraws = Readonly<Record<string, SeenDraw>>;

/** The last ones: more are of no use to anybody. */
const most = 100;

const nothing: SeenDraws = {};

function seenOf(raw: unknown): SeenDraw | null {
  const { seedHash, at, tickets } = membersOf(raw);
  if (typeof seedHash !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null;
  const known = Object.entries(membersOf(tickets)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { seedHash, at, tickets: Object.fromEntries(known) };
}

const seenDraws = new StoredValue<SeenDraws>({
  place: 'local',
  key: 'opora.seenDraws',
  empty: nothing,
  parse: (raw) =>
    Object.fromEntries(
      Object.entries(membersOf(raw)).flatMap(([drawId, one]) => {
        const seen = seenOf(one);
        return seen === null ? [] : [[drawId, seen]];
      }),
    ),
});

interface Seen {
  readonly id: string;
  readonly seedHash: string;
}

/** Whoever looks, with the ticket that they read. */
interface Holder {
  readonly personId: string;
  readonly ticket: string;
}

/** Keeps what is seen of an open draw. What was seen first stays: the server could change it afterwards. */
export function keepSeen({ id, seedHash }: Seen, holder: Holder | null, now: Date): void {
  const all = seenDraws.read();
  const before = all[id];
  const isKnown = holder === null || before?.tickets[holder.personId] !== undefined;
  if (before !== undefined && isKnown) return;
  const tickets = { ...(holder !== null && { [holder.personId]: holder.ticket }), ...before?.tickets };
  const seen = { seedHash, at: now.toISOString(), ...before, tickets };
  const others = Object.entries(all).filter(([drawId]) => drawId !== id);
  seenDraws.write(Object.fromEntries([...others, [id, seen] as const].slice(-most)));
}

/** What was seen of a draw before its end; null: nothing. */
export const seenOfDraw = (drawId: string): SeenDraw | null => seenDraws.read()[drawId] ?? null;
