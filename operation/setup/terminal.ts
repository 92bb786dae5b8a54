import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** A person or a program that answers questions, a line each. */
export interface Terminal {
  /** A person sits at it. */
  readonly isInteractive: boolean;
  say(line: string): void;
  /** The answer; null: nobody answers any more. A secret one is not shown while it is typed. */
  ask(question: string, isSecret: boolean): Promise<string | null>;
  close(): void;
}

/** Opens the terminal of this process, or its standard input where that is no terminal. */
export function openTerminal(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stdout,
): Terminal {
  let isMuted = false;
  const shown = new Writable({
    write(piece, _encoding, done) {
      if (!isMuted) output.write(piece);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: input.isTTY && output.isTTY });
  const answers = lines[Symbol.asyncIterator]();
  return {
    isInteractive: input.isTTY,
    say: (line) => void output.write(`${line}\n`),
    async ask(question, isSecret) {
      lines.setPrompt(`${question}: `);
      lines.prompt();
      isMuted = isSecret;
      const answer = await answers.next();
      isMuted = false;
      if (isSecret || !input.isTTY) output.write('\n');
      return answer.done === true ? null : answer.value.trim();
    },
    close: () => lines.close(),
  };
}
