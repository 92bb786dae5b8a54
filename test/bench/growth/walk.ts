import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import { everyCall } from '#test/support/every-call.ts';
import { type Asked, call as ask, type Fixture } from './fixture.ts';
import {
  commonOf,
  filterValues,
  findsNothing,
  searches,
  someMonth,
  subjects,
  unfiltered,
  whoHasMost,
} from './parameters.ts';
import type { Way } from './ways/way.ts';

type Described = z.core.JSONSchema.BaseSchema;
type Query = NonNullable<Asked['query']>;
type QueryOf = (fixture: Fixture, at: number) => Query | Promise<Query>;

/** A call that reads, with the parameters of its contract. */
interface Reading {
  readonly name: string;
  readonly call: Call;
  readonly parameters: ReadonlyMap<string, Described>;
  readonly required: readonly string[];
}

/** Who asks for what, whatever the page. */
interface Base {
  readonly what: string;
  readonly as: NonNullable<Asked['as']>;
  readonly query: QueryOf;
}

function readingOf(call: Call): Reading {
  const schema: Described = call.query ? z.toJSONSchema(call.query, { io: 'input', unrepresentable: 'any' }) : {};
  const parameters = new Map<string, Described>();
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (typeof part === 'object') parameters.set(name, part);
  }
  return { name: `${call.method} ${call.path}`, call, parameters, required: schema.required ?? [] };
}

const both = (one: QueryOf, other: QueryOf): QueryOf => {
  return async (fixture, at) => ({ ...(await one(fixture, at)), ...(await other(fixture, at)) });
};

/** Another page each time, so that nothing cached answers. */
function firstPage({ parameters }: Reading, at: number): Query {
  if (parameters.has('Skip')) return { Skip: at };
  if (parameters.has('Take')) return { Take: 1 + at };
  return parameters.has('top') ? { top: 20 + at } : {};
}

const counted = z.union([
  z.object({ count: z.number() }),
  z.object({ totalCount: z.number() }).transform(({ totalCount: count }) => ({ count })),
]);

/** Pages of a list from its end, or around its middle; whole ones also where the list is short. */
function deepPage({ name, parameters }: Reading, { as, query }: Base, from: 'end' | 'middle'): QueryOf {
  const take = z.number().parse(parameters.get('Take')?.default);
  return async (fixture, at) => {
    const asked = await query(fixture, at);
    const { count } = counted.parse(await ask(fixture, name, { as, query: { ...asked, Take: 1 } }));
    const step = Math.min(10, Math.floor(count / 40));
    const Skip = from === 'end' ? count - take - step * at : Math.floor(count / 2) + at;
    // Another length each time, so that nothing cached answers either where a list is too short for other pages.
    return { Skip: Math.max(0, Skip), Take: take + at };
  };
}

/** A list without numbers of pages goes on after a moment: here months ago. */
const afterMonths: QueryOf = (_, at) => {
  const moment = Date.now() - (100 * 24 + at) * 3_600_000;
  return { After: `${moment * 1_000}.00000000-0000-7000-8000-000000000000`, Take: 10 };
};

type Pages = 'first pages' | 'the middle' | 'last pages';

function pageOf(reading: Reading, base: Base, pages: Pages): QueryOf | undefined {
  if (pages === 'first pages') return (_, at) => firstPage(reading, at);
  if (reading.parameters.has('Skip')) return deepPage(reading, base, pages === 'the middle' ? 'middle' : 'end');
  return reading.parameters.has('After') && pages === 'the middle' ? afterMonths : undefined;
}

function waysOn(reading: Reading, base: Base, all: readonly Pages[]): Way[] {
  const isList = reading.parameters.has('Skip') || reading.parameters.has('After');
  return all.flatMap((pages) => {
    const page = pageOf(reading, base, pages);
    if (page === undefined) return [];
    const what = [base.what, isList ? pages : ''].filter((part) => part !== '').join(', ');
    const query = both(base.query, page);
    return [
      {
        call: reading.name,
        what: what || 'all',
        ask: async (fixture, at) => ({ as: base.as, query: await query(fixture, at) }),
      },
    ];
  });
}

/** Of whom or of what a call is asked: the one with most rows first, then common ones. */
function basesOf({ name, call, required }: Reading): Base[] {
  const isOpen = call.access === 'guest' || call.access === 'key';
  const as = call.access === 'user' ? (whoHasMost[name] ?? 'creator') : isOpen ? 'guest' : call.access;
  const [subject] = required;
  if (subject !== undefined) {
    const { most, other } = subjects[subject] ?? {};
    const bases: Base[] = [];
    if (most !== undefined) bases.push({ what: 'who has most', as, query: () => ({ [subject]: most }) });
    if (other !== undefined) {
      bases.push({ what: 'common ones', as, query: async (fixture, at) => ({ [subject]: await other(fixture, at) }) });
    }
    return bases;
  }
  const whole: Base = { what: '', as, query: () => ({}) };
  const common = call.access === 'user' ? commonOf[as] : undefined;
  return common === undefined ? [whole] : [whole, { ...whole, what: 'a common person', as: common }];
}

/** What a parameter narrows a list by, and which pages are asked for. */
interface Filter extends Pick<Base, 'what' | 'query'> {
  readonly pages: readonly Pages[];
}

function searchesOf({ name }: Reading, parameter: string): Filter[] {
  return Object.entries({ 'finds nothing': findsNothing, ...searches[name] }).map(([what, textOf]) => ({
    what: `search that ${what}`,
    query: async (fixture, at) => ({ [parameter]: await textOf(fixture, at) }),
    pages: ['first pages'],
  }));
}

function valuesOf({ name, parameters }: Reading, parameter: string): Filter[] {
  const schema = parameters.get(parameter);
  const values = schema?.type === 'boolean' ? [true, false] : (schema?.enum ?? filterValues[parameter]);
  if (values === undefined) throw new Error(`${name}: growth/parameters.ts has no value of ${parameter}`);
  return values.map((value) => ({
    what: values.length === 1 ? `by ${parameter}` : `${parameter} ${value}`,
    query: () => ({ [parameter]: String(value) }),
    pages: ['first pages', 'last pages'],
  }));
}

/** Every value of every filter, one at a time. */
function filtersOf(reading: Reading): Filter[] {
  const { parameters, required } = reading;
  const month: Filter = { what: 'of a month', query: (_, at) => someMonth(at), pages: ['first pages'] };
  const filters = [...parameters.keys()].filter((name) => !required.includes(name) && !unfiltered.has(name));
  return [
    ...(parameters.has('From') ? [month] : []),
    ...filters.flatMap((name) => {
      return name === 'Search' || name === 'Name' ? searchesOf(reading, name) : valuesOf(reading, name);
    }),
  ];
}

function waysOfCall(reading: Reading): Way[] {
  const isCached = reading.call.cacheSeconds !== undefined;
  const isVaried = Object.keys(firstPage(reading, 0)).length > 0;
  const [base, ...others] = basesOf(reading).filter(({ what }) => !isCached || isVaried || what === 'common ones');
  if (base === undefined) return [];
  const filtered = filtersOf(reading).flatMap(({ what, query, pages }) => {
    const named = base.what === '' ? what : `${base.what}, ${what}`;
    return waysOn(reading, { what: named, as: base.as, query: both(base.query, query) }, pages);
  });
  return [
    ...waysOn(reading, base, ['first pages', 'the middle', 'last pages']),
    ...filtered,
    ...others.flatMap((one) => waysOn(reading, one, ['first pages'])),
  ];
}

/** How every call that reads is asked, but those of `byHand`: made from the parameters that its contract has. */
export function walkCalls(byHand: ReadonlySet<string>): readonly Way[] {
  return everyCall
    .filter(({ method, hasEffect }) => method === 'GET' && !hasEffect)
    .map(readingOf)
    .filter(
      ({ name, required }) => !byHand.has(name) && required.every((parameter) => Object.hasOwn(subjects, parameter)),
    )
    .flatMap(waysOfCall);
}
