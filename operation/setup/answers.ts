import { describeConfig } from '#base/config/config.server.ts';
import { environment } from '#base/config/environment.server.ts';
import { requireStorable, type Settings } from './env-file.ts';
import type { Terminal } from './terminal.ts';

/** A question whose answer is the value of `name`. */
export interface Question {
  readonly name: string;
  readonly text: string;
  /** Makes what is stored of what is typed. */
  readonly read?: (typed: string) => string;
  /** Throws an error with the problem and its remedy. */
  readonly check?: (value: string) => Promise<unknown>;
}

const entries = new Map(describeConfig().map((entry) => [entry.name, entry]));
const schemas = new Map(Object.entries(environment.shape));

function requireForm(name: string, value: string): void {
  requireStorable(name, value);
  if (schemas.get(name)?.safeParse(value === '' ? undefined : value).success !== false) return;
  throw new Error(`${name}: must be ${entries.get(name)?.form ?? 'at least 16 characters'}`);
}

interface Sources {
  readonly given: Settings;
  readonly stored: Settings;
  readonly terminal: Terminal;
  /** Called with all answers so far after each, so that they survive an interruption. */
  readonly keep: (answers: Settings) => Promise<void>;
}

/** The answers to questions: given with the command, or else asked for, with the stored value as the default. */
export class Answers {
  readonly #sources: Sources;
  #accepted: Settings = {};
  #missing: string[] = [];
  /** Nobody answers any more, so that to ask again would never end. */
  #isAlone = false;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  say(line: string): void {
    this.#sources.terminal.say(line);
  }

  /** Asks until an answer passes its check; a given one that does not is an error. */
  async to(question: Question): Promise<string> {
    const { [question.name]: value = '' } = await this.together([question], async () => undefined);
    return value;
  }

  /** Asks for answers that can be checked only together; those that fail are asked for again at once, all of them. */
  async together(questions: readonly Question[], check: (answers: Settings) => Promise<unknown>): Promise<Settings> {
    const isGiven = questions.every(({ name }) => this.#sources.given[name] !== undefined);
    let found: Settings = {};
    for (;;) {
      for (const question of questions) found = { ...found, [question.name]: await this.#answer(question, found) };
      if (this.#missing.length > 0) return found;
      try {
        await check(found);
        break;
      } catch (error) {
        if (isGiven || this.#isAlone) throw error;
        this.#explain(error);
      }
    }
    this.#accepted = { ...this.#accepted, ...found };
    await this.#sources.keep(this.#accepted);
    return found;
  }

  /** Throws an error that names what nobody has answered. `further`: names that were not come to. */
  requireAll(further: readonly string[]): void {
    if (this.#missing.length === 0) return;
    const names = [...this.#missing, ...further.filter((name) => this.#sources.given[name] === undefined)];
    throw new Error(`nobody answers: give ${names.join(', ')} by --answers <file>, a line NAME=value each`);
  }

  #explain(error: unknown): void {
    this.say(`  ${error instanceof Error ? error.message : String(error)}`);
  }

  async #answer(question: Question, before: Settings): Promise<string> {
    const { given, stored } = this.#sources;
    const { name, read = (typed) => typed, check } = question;
    const known = given[name];
    for (;;) {
      const fallback = before[name] ?? stored[name];
      const typed = known ?? (await this.#typed(question, fallback));
      try {
        const value = read(typed ?? fallback ?? '');
        if (typed === null && this.#missing.length > 0) return value;
        requireForm(name, value);
        if (this.#missing.length === 0) await check?.(value);
        return value;
      } catch (error) {
        if (known !== undefined || typed === null) throw error;
        this.#explain(error);
      }
    }
  }

  /** What is typed, or the default; null: nobody is there to answer. */
  async #typed({ name, text }: Question, fallback: string | undefined): Promise<string | null> {
    const { terminal } = this.#sources;
    const isSecret = entries.get(name)?.isSecret === true;
    const shown = fallback === undefined ? '' : ` [${isSecret ? 'as it is' : fallback}]`;
    const typed = this.#missing.length > 0 ? null : await terminal.ask(`${text}${shown}`, isSecret);
    if (typed !== null) return typed === '' ? (fallback ?? '') : typed;
    if (terminal.isInteractive) throw new Error('stopped; the answers so far are the defaults of the next run');
    this.#isAlone = true;
    if (fallback === undefined) this.#missing.push(name);
    return null;
  }
}
