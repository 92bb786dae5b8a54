import { z } from 'zod';
import type { TestApp } from '#test/support/start-app.ts';
import { everyCall } from './every-call.ts';
import { type LiteralWorld, makeLiteralWorld, makeNamesake } from './literal-world.ts';

/** Characters with a meaning in LIKE or SQL. */
const metacharacters = ['%', '_', '\\', "'", '"', ';', '--', "' or '1'='1", '%%', '$1', '\\%', ')', '*'] as const;

const textOf = (meta: string) => `зна${meta}чок`;

// An apostrophe makes no difference to a search, as in oʻzbek, so the text without it is not among them.
const others = ['о', 'оо', 'xyz'] as const;

export interface LiteralSearch {
  /** Parameters of calls that search for a text. */
  readonly parameters: number;
  readonly searches: number;
  /** Searches that did not find exactly the things with the text, and parameters that this test does not cover. */
  readonly wrong: readonly string[];
}

interface SearchParameter {
  readonly call: string;
  readonly member: string;
  readonly isFile: boolean;
}

type Described = z.core.JSONSchema.BaseSchema;

/** Whether the schema accepts any text. */
function isFreeText(part: Described | boolean): boolean {
  return typeof part === 'object' && part.type === 'string' && !part.format && !part.enum && !part.pattern;
}

/** Parameters that are compared as a whole or stored, and the reason of a block: they are not searches. */
const noSearches = new Set([
  'phone',
  'code',
  'comfirmcode',
  'actionid',
  'password',
  'key',
  'source',
  'timezone',
  'bbox',
  'lang',
  'reason',
  'message',
]);

/** Names of files, compared as a whole with random names. */
const fileNames = new Set(['GET Images/', 'GET Widget/Sound', 'DELETE Widget/Sounds']);

/** Every parameter of the contract that accepts any text and is a search. */
function findParameters(): SearchParameter[] {
  return everyCall.flatMap(({ method, path, query, form }) => {
    const call = `${method} ${path}`;
    if (query === undefined || fileNames.has(call)) return [];
    const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties)
      .filter(([name, part]) => isFreeText(part) && !noSearches.has(name.toLowerCase()))
      .map(([member]) => ({ call, member, isFile: form === 'file' }));
  });
}

type Asker = 'moderator' | 'admin' | 'reader';

/** Searches for a part of a text, by call and parameter, with the caller. Each must find exactly the thing with the text. */
const parts: Readonly<Record<string, Asker>> = {
  'GET User/List Search': 'reader',
  'GET Moderator/GetUsersList Search': 'moderator',
  'GET Moderator/GetUserFieldsByState Search': 'moderator',
  'GET Moderator/Audit Search': 'moderator',
  'GET Donate/My Search': 'reader',
  'GET Donate/Export Search': 'reader',
  'GET Order/Orders Search': 'moderator',
  'GET Order/Orders UserName': 'moderator',
  'GET Order/Orders BrandUserName': 'moderator',
  'GET Order/Export Search': 'moderator',
  'GET Order/Export UserName': 'moderator',
  'GET Order/Export BrandUserName': 'moderator',
  'GET Product/ProductList Name': 'reader',
  'GET Moderator/GetProductsList Name': 'moderator',
  'GET PickUp search': 'moderator',
};

/** Searches for a complete name: a pattern that matches a name finds nothing. */
const wholes: Readonly<Record<string, Asker>> = {
  'GET User/GetByName userName': 'reader',
  'GET Moderator/GetUserByName userName': 'moderator',
  'GET Payout/List Search': 'admin',
};

/** The search of places uses no database, and the check whether a name is free is no search; characters alone find nothing. */
const signless: Readonly<Record<string, Asker>> = { 'GET Geo/Search text': 'reader' };
const freeNames = 'GET PersonalAccount/CheckUserName userName';

/** Two user names, one of which matches the other when used as a pattern. */
const namesake = 'literal_a_b';
const other = 'literal_axb';
const patterns = ['literal_a%', '%', '%axb', "literal_axb' or '1'='1", 'literal_axb"', 'literal\\_axb'] as const;

class Searcher {
  readonly wrong: string[] = [];
  searches = 0;
  readonly #app: TestApp;
  readonly #world: LiteralWorld;

  constructor(app: TestApp, world: LiteralWorld) {
    this.#app = app;
    this.#world = world;
  }

  async #search({ call, member, isFile }: SearchParameter, asker: Asker, text: string): Promise<string> {
    this.searches += 1;
    const page = isFile || !/List|My|Orders|Audit|State/.test(call) ? {} : { Take: 50 };
    const query = { [member]: text, ...page };
    const { status, body } = await this.#app.request(call, { query }, { token: this.#world[asker].token });
    if (status !== 200 && status !== 404) this.wrong.push(`${call} ${member}=${text}: ${status}`);
    return JSON.stringify(body);
  }

  async searchForParts(parameter: SearchParameter, asker: Asker): Promise<void> {
    const { signs } = this.#world;
    for (const text of metacharacters.map(textOf)) {
      const answer = await this.#search(parameter, asker, text);
      const found = [...signs].filter(([, all]) => all.some((sign) => answer.includes(sign))).map(([one]) => one);
      if (found.length !== 1 || found[0] !== text) {
        this.wrong.push(`${parameter.call} ${parameter.member}=${text}: ${found.join(' | ') || 'nothing'}`);
      }
    }
  }

  async searchForWholes(parameter: SearchParameter, asker: Asker): Promise<void> {
    const [first, second] = [namesake, other].map((name) => `"${name}"`);
    const answer = await this.#search(parameter, asker, namesake);
    const isExact = answer.includes(`${first}`) && !answer.includes(`${second}`);
    if (!isExact) this.wrong.push(`${parameter.call} ${parameter.member}=${namesake}: ${answer.slice(0, 200)}`);
    for (const pattern of patterns) {
      const found = await this.#search(parameter, asker, pattern);
      const isFound = found.includes(`${first}`) || found.includes(`${second}`);
      if (isFound) this.wrong.push(`${parameter.call} ${parameter.member}=${pattern} finds a user`);
    }
  }

  async searchForSigns(parameter: SearchParameter, asker: Asker): Promise<void> {
    for (const sign of ['%', '_', '%%', '______', "'--", '\\', '*']) {
      const found = await this.#search(parameter, asker, sign);
      if (!/"features":\[\]/.test(found))
        this.wrong.push(`${parameter.call} ${parameter.member}=${sign} finds something`);
    }
  }

  /** A name that matches a taken one only as a pattern is free. */
  async askForFreeName(parameter: SearchParameter): Promise<void> {
    const answers = [namesake, 'literal_a_c', 'literal___b'].map((name) => this.#search(parameter, 'reader', name));
    const free = (await Promise.all(answers)).map((answer) => answer.includes('"isFree":true'));
    if (free.join() !== 'false,true,true') this.wrong.push(`${parameter.call}: ${free.join()}`);
  }
}

/** Invariant 21: each metacharacter is part of one text, among texts that it would match as a pattern, in every search. */
export async function runLiteralSearch(app: TestApp): Promise<LiteralSearch> {
  const world = await makeLiteralWorld(app, [...others, ...metacharacters].map(textOf));
  for (const name of [namesake, other, 'literal_axc']) await makeNamesake(app, name);
  const searcher = new Searcher(app, world);
  const parameters = findParameters();
  for (const parameter of parameters) {
    const name = `${parameter.call} ${parameter.member}`;
    const part = parts[name];
    const whole = wholes[name];
    const sign = signless[name];
    if (part !== undefined) await searcher.searchForParts(parameter, part);
    else if (whole !== undefined) await searcher.searchForWholes(parameter, whole);
    else if (sign !== undefined) await searcher.searchForSigns(parameter, sign);
    else if (name === freeNames) await searcher.askForFreeName(parameter);
    else searcher.wrong.push(`${name}: no search covers it`);
  }
  const known = new Set(parameters.map(({ call, member }) => `${call} ${member}`));
  const gone = [...Object.keys(parts), ...Object.keys(wholes), ...Object.keys(signless)].filter(
    (name) => !known.has(name),
  );
  return { parameters: parameters.length, searches: searcher.searches, wrong: [...searcher.wrong, ...gone] };
}
