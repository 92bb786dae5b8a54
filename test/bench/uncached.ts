import autocannon, { type Outcome } from 'autocannon';
import { authorsPerPage } from '#app/creators/list/authors-address.ts';
import { productsPerPage } from '#app/merch/product-rules.ts';
import { browserHeaders, inTurns } from '#test/bench/support/load.ts';
import { atLeast, type Figure, median } from './table.ts';

const connections = 16;
const seconds = 2;

/** A page with a search and the call that finds its list, both for texts that find much. */
interface Compared {
  readonly what: string;
  readonly text: string;
  readonly page: (search: string) => string;
  readonly call: (search: string) => string;
}

const compared: readonly Compared[] = [
  {
    what: 'market',
    text: 'футболка с вышивкой',
    page: (search) => `/market?search=${search}`,
    call: (search) => `/api/Product/ProductList?Skip=0&Take=${productsPerPage}&Name=${search}`,
  },
  {
    what: 'authors',
    // A word that is repeated finds what it finds alone, and has letters enough for all the searches of a run.
    text: 'каримова каримова',
    page: (search) => `/authors?search=${search}`,
    call: (search) => `/api/User/List?Skip=0&Take=${authorsPerPage}&Search=${search}`,
  },
];

let asked = 0;

/** The text in capital letters by the bits of a number: another search each time, which finds the same, so that no cache has its answer. */
function anotherSearch(text: string): string {
  asked += 1;
  let bits = asked;
  const spelled = Array.from(text, (letter) => {
    if (letter === ' ') return letter;
    const isCapital = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return isCapital ? letter.toUpperCase() : letter;
  });
  if (bits > 0) throw new Error(`all searches of «${text}» have been asked`);
  return encodeURIComponent(spelled.join(''));
}

async function load(url: string, pathOf: () => string, duration: number): Promise<Outcome> {
  const requests = [{ setupRequest: (request: object) => ({ ...request, path: pathOf() }) }];
  const outcome = await autocannon({ url, connections, duration, headers: browserHeaders, requests });
  if (outcome.errors > 0 || outcome.non2xx > 0) {
    throw new Error(`${pathOf()}: ${outcome.errors} errors and ${outcome.non2xx} answers that are not 2xx`);
  }
  return outcome;
}

const rateOf = ({ requests, duration }: Outcome) => requests.total / duration;

async function compare(app: string, { what, text, page, call }: Compared): Promise<Figure[]> {
  const pageOf = () => page(anotherSearch(text));
  const callOf = () => call(anotherSearch(text));
  for (const pathOf of [pageOf, callOf]) await load(app, pathOf, 1);
  const outcomes: Outcome[] = [];
  const pages = async () => {
    const outcome = await load(app, pageOf, seconds);
    outcomes.push(outcome);
    return rateOf(outcome);
  };
  const ratio = await inTurns(pages, async () => rateOf(await load(app, callOf, seconds)), 'answers/s');
  const late = outcomes.map(({ latency }) => latency.p99);
  return [
    atLeast(`${what} page of a new search / its list as JSON, both uncached`, ratio, 0.4),
    {
      what: `${what} page of a new search, p99`,
      value: median(late),
      unit: 'ms',
      goal: { is: 'at most', value: 80, margin: 0.5 },
      note: `median ${median(outcomes.map(({ latency }) => latency.p50))} ms, ${connections} connections, rounds ${Math.min(...late)}–${Math.max(...late)} ms`,
    },
  ];
}

/** Pages that no cache has, against the same list as JSON that no cache has. */
export async function measureUncached(app: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const one of compared) {
    asked = 0;
    figures.push(...(await compare(app, one)));
  }
  return figures;
}
