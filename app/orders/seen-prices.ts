import { membersOf, StoredValue } from '#base/stored-value.ts';
import { type BasketLine, lineKey } from '../basket/basket-lines.ts';

/** The price of each line that the buyer knows of, in main units. */
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

/** A line whose price is another than the buyer was shown last: `was` says which; null where it is the same or new to him. */
export type Repriced<Line> = Line & { readonly was: number | null };

/** Marks what has another price than was shown before; `known`: what the buyer saw where nothing was kept. */
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
  keep(marked.map((line) => ({ ...line, price: line.was ?? line.price })));
  return marked;
}

function keep(lines: readonly Priced[]): void {
  seenPrices.write(lines.length === 0 ? nothing : Object.fromEntries(lines.map((line) => [lineKey(line), line.price])));
}

/** The buyer has taken note of the prices of now. */
export function acceptPrices(lines: readonly Priced[]): void {
  keep(lines);
}
