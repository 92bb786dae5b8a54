import { describeConfig } from '#base/config/config.server.ts';
import { environment } from '#base/config/environment.server.ts';
import type { Settings } from './env-file.ts';
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
  if (schemas.get(name)?.safeParse(value === '' ? undefined : value).success !== false) return;
  throw new Error(`${name}: must be ${entries.get(name)?.form ?? 'at least 16 characters'}`);
}

/** The answers to questions: given with the command, or else asked for, with the stored value as the default. */
export class Answers {
  readonly #given: Settings;
  readonly #stored: Settings;
  readonly #terminal: Terminal;

  constructor(sources: { given: Settings; stored: Settings; terminal: Terminal }) {
    this.#given = sources.given;
    this.#stored = sources.stored;
    this.#terminal = sources.terminal;
  }

  /** Asks until an answer passes its check; a given one that does not is an error. */
  async to(question: Question): Promise<string> {
    const given = this.#given[question.name];
    if (given !== undefined) return this.#examine(question, given);
    for (;;) {
      const value = await this.#typed(question);
      try {
        return await this.#examine(question, value);
      } catch (error) {
        this.#terminal.say(`  ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  async #typed({ name, text }: Question): Promise<string> {
    const isSecret = entries.get(name)?.isSecret === true;
    const stored = this.#stored[name];
    const shown = stored === undefined ? '' : ` [${isSecret ? 'as it is' : stored}]`;
    const typed = await this.#terminal.ask(`${text}${shown}`, isSecret);
    if (typed === null) throw new Error(`nobody answers: give ${name} with the command`);
    return typed === '' ? (stored ?? '') : typed;
  }

  async #examine({ name, read = (typed) => typed, check }: Question, typed: string): Promise<string> {
    const value = read(typed);
    requireForm(name, value);
    await check?.(value);
    return value;
  }
}
