import { membersOf, StoredValue } from '#base/text/stored-value.ts';
import { type BasketLine, lineKey } from '../guest-basket/basket-lines.ts';

/** The price of each line that the buyer has seen, in main units. */
type SeenPrices = Readonly<Record<string, number>>;

const nothing: SeenPrices = {};

const seenPrices = new StoredValue<SeenPrices>({
  place: 'local',
  key: 'opora.seenPrices',
  empty: nothing,
  parse: (raw) =>
    Object.fromEntries(
      Object.entries(membersOf(raw)).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
});

type Priced = BasketLine & { readonly price: number };

/** A line with the price that the buyer was shown last; `was` is null when it is the same, or none was shown. */
export type Repriced<Line> = Line & { readonly was: number | null };

/** Marks items whose price differs from the one shown before; `known`: the prices shown, when none are stored. */
export function markRepriced<Line extends Priced>(
  lines: readonly Line[],
  known: readonly Priced[] = [],
): readonly Repriced<Line>[] {
  const seen: SeenPrices = {
    ...Object.fromEntries(known.map((line) => [lineKey(line), line.price])),
    ...seenPrices.read(),
  };
  const marked = lines.map((line) => {
    const was = seen[lineKey(line)];
    return { ...line, was: was === undefined || was === line.price ? null : was };
  });
  acceptPrices(marked.map((line) => ({ ...line, price: line.was ?? line.price })));
  return marked;
}

/** Stores the current prices as seen by the buyer. */
export function acceptPrices(lines: readonly Priced[]): void {
  seenPrices.write(lines.length === 0 ? nothing : Object.fromEntries(lines.map((line) => [lineKey(line), line.price])));
}
