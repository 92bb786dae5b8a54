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
  const isInteractive = input.isTTY === true;
  // An input that was read to its end, as by `--answers -`, reports no end any more.
  const hasInput = !input.readableEnded && !input.destroyed;
  const lines = createInterface({ input, output: shown, terminal: isInteractive && output.isTTY });
  const answers = lines[Symbol.asyncIterator]();
  let isOpen = hasInput;
  lines.once('close', () => {
    isOpen = false;
  });

  function show(question: string): void {
    lines.setPrompt(`${question}: `);
    // Lines of a pipe may wait here after its end, when readline refuses to prompt.
    if (isOpen) lines.prompt();
    else output.write(lines.getPrompt());
  }

  async function nextLine(): Promise<string | null> {
    if (!hasInput) return null;
    // What cannot be read answers as little as what has ended.
    const line = await answers.next().catch(() => null);
    return line === null || line.done === true ? null : line.value.trim();
  }

  return {
    isInteractive,
    say: (line) => void output.write(`${line}\n`),
    async ask(question, isSecret) {
      show(question);
      isMuted = isSecret;
      const answer = await nextLine();
      isMuted = false;
      if (isSecret || !isInteractive) output.write('\n');
      return answer;
    },
    close: () => lines.close(),
  };
}
