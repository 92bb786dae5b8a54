import { median } from '#test/bench/table.ts';
import { type Fixture, timeCall, timePage } from './fixture.ts';
import { idOf } from './ids.ts';
import type { Sizes } from './sizes.ts';
import { commonCreator, soldProduct, userNameOf } from './values.ts';
import { ways, wrongCalls } from './ways/all-ways.ts';

/** Milliseconds of one way to ask, at both sizes. */
export interface Grown {
  readonly name: string;
  readonly what: string;
  readonly small: number;
  readonly large: number;
}

/** Throws where a call of the contract is neither asked nor said not to grow. */
function refuseForgotten(): void {
  const { forgotten } = wrongCalls();
  if (forgotten.length > 0) throw new Error(`not measured, without a reason: ${forgotten.join(', ')}`);
}

interface Fixtures {
  readonly small: Fixture;
  readonly large: Fixture;
}

/** Asks both in turns, the first times of each for nothing: statements are planned and pages of the database read then. */
async function askBoth(fixtures: Fixtures, rounds: number, time: (fixture: Fixture, at: number) => Promise<number>) {
  const warmUps = 4;
  const times = { small: [] as number[], large: [] as number[] };
  for (let at = 0; at < rounds + warmUps; at += 1) {
    for (const size of at % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const)) {
      const took = await time(fixtures[size], at);
      if (at >= warmUps) times[size].push(took);
    }
  }
  return { small: median(times.small), large: median(times.large) };
}

export interface AskOptions {
  /** How often each is asked. */
  readonly rounds: number;
  readonly say: (text: string) => void;
}

/** Pages, where they can be with an address that has not been asked for: a parameter that the page does not know makes no other one. */
const pages: Readonly<Record<string, (sizes: Sizes, at: number) => string>> = {
  '/': () => '/',
  '/authors': (_, at) => `/authors?page=${at + 1}`,
  '/authors, search': (_, at) => `/authors?search=${encodeURIComponent('Каримова')}&page=${at + 1}`,
  '/market': (_, at) => `/market?page=${at + 1}`,
  '/market, search': (_, at) => `/market?search=${encodeURIComponent('Худи')}&page=${at + 1}`,
  'the creator with most donations': () => `/${userNameOf(1)}`,
  'a common creator': ({ creators }, at) => `/${userNameOf(commonCreator(creators, at))}`,
  'a product': ({ products }, at) => `/merch/${idOf.product(soldProduct(products, at))}`,
};

/** A way to ask with the name that it has in the table. */
interface Named {
  readonly name: string;
  readonly what: string;
  readonly time: (fixture: Fixture, at: number) => Promise<number>;
}

function everything(): Named[] {
  const asked = ways.map(({ call, what, ask }) => ({
    name: call,
    what,
    time: async (fixture: Fixture, at: number) => timeCall(fixture, call, await ask(fixture, at)),
  }));
  const shown = Object.entries(pages).map(([what, pathOf]) => ({
    name: 'page',
    what,
    time: (fixture: Fixture, at: number) => timePage(fixture, pathOf(fixture.sizes, at)),
  }));
  return [...asked, ...shown];
}

/** Every call of the contract and the pages, at both sizes. Throws at the end where one could not be asked. */
export async function measureCalls(fixtures: Fixtures, { rounds, say }: AskOptions): Promise<Grown[]> {
  refuseForgotten();
  const grown: Grown[] = [];
  const failed: string[] = [];
  for (const { name, what, time } of everything()) {
    try {
      const times = await askBoth(fixtures, rounds, time);
      grown.push({ name, what, ...times });
      const ratio = (times.large / times.small).toFixed(2).padStart(7);
      say(`${ratio}  ${times.small.toFixed(2)} → ${times.large.toFixed(2)} ms  ${name}, ${what}`);
    } catch (error) {
      failed.push(`${name}, ${what}: ${error instanceof Error ? error.message : error}`);
      say(`could not be asked: ${failed.at(-1)}`);
    }
  }
  if (failed.length > 0) throw new Error(`could not be asked:\n${failed.join('\n')}`);
  return grown;
}
