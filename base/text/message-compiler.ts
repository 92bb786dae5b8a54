import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

type Token = CompiledMessage[number];

const compiled = new Map<string, CompiledMessage>();

/**
 * Compiles a source text of the code: `{name}`, plural, selectordinal, select, number and date, as Lingui's macros write them. Lingui's own
 * compiler does the same and is ten times as large in the browser; it compiles the catalogues at build time.
 */
export function compileSourceMessage(message: string): CompiledMessage {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const made = new Reader(message).read(false);
  compiled.set(message, made);
  return made;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads to the end of the text or to the brace that closes its case. */
  read(inPlural: boolean): Token[] {
    const tokens: Token[] = [];
    let plain = '';
    const flush = () => {
      if (plain !== '') tokens.push(plain);
      plain = '';
    };
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}') {
      const sign = this.#text[this.#at];
      if (sign === "'") {
        plain += this.#quoted(inPlural);
      } else if (sign === '{') {
        flush();
        tokens.push(this.#argument());
      } else if (sign === '#' && inPlural) {
        flush();
        tokens.push('#');
        this.#at += 1;
      } else {
        plain += sign;
        this.#at += 1;
      }
    }
    flush();
    return tokens;
  }

  /** `''` is an apostrophe; `'{…'` is literal text; any other `'` is itself. */
  #quoted(inPlural: boolean): string {
    const next = this.#text[this.#at + 1];
    if (next === "'") {
      this.#at += 2;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && inPlural)) {
      this.#at += 1;
      return "'";
    }
    let text = '';
    this.#at += 1;
    while (this.#at < this.#text.length) {
      if (this.#text.startsWith("''", this.#at)) {
        text += "'";
        this.#at += 2;
      } else if (this.#text[this.#at] === "'") {
        break;
      } else {
        text += this.#text[this.#at];
        this.#at += 1;
      }
    }
    this.#at += 1;
    return text;
  }

  #upTo(signs: RegExp): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !signs.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text.slice(from, this.#at).trim();
  }

  #argument(): Token {
    this.#at += 1;
    const name = this.#upTo(/[,}]/);
    if (this.#ends()) return [name];
    const kind = this.#upTo(/[,}]/);
    if (this.#ends()) return [name, kind];
    if (kind === 'plural' || kind === 'selectordinal' || kind === 'select')
      return [name, kind, this.#cases(kind !== 'select')];
    const format = this.#upTo(/\}/);
    this.#at += 1;
    return [name, kind, format];
  }

  /** Skips the character after a part and returns whether it was the closing brace. */
  #ends(): boolean {
    const closes = this.#text[this.#at] !== ',';
    this.#at += 1;
    return closes;
  }

  #cases(isPlural: boolean): Record<string, number | Token[] | undefined> {
    const cases: Record<string, number | Token[] | undefined> = { offset: undefined };
    while (this.#at < this.#text.length) {
      const name = this.#upTo(/[{}]/);
      const offset = /^offset:(\d+)\s*/.exec(name);
      if (offset !== null) cases.offset = Number(offset[1]);
      if (this.#text[this.#at] !== '{') break;
      this.#at += 1;
      cases[name.slice(offset?.[0].length ?? 0).replace(/^=/, '')] = this.read(isPlural);
      this.#at += 1;
    }
    this.#at += 1;
    return cases;
  }
}
