import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeConfig } from '#base/config/config.server.ts';
import { parseSettings, type Settings } from './env-file.ts';

/** What the command line asks for. */
export interface SetupWords {
  readonly file: string;
  /** Existing values may be replaced without asking. */
  readonly isSure: boolean;
  readonly given: Settings;
}

const usage =
  'setup [--file <file>] [--yes] [--answers <file, or - for standard input>] [NAME=value …] [ADMIN_PHONE=…]';

const secretNames = new Set(['ADMIN_PASSWORD', ...describeConfig().flatMap((one) => (one.isSecret ? [one.name] : []))]);
const known = new Set(['ADMIN_PHONE', 'ADMIN_PASSWORD', ...describeConfig().map(({ name }) => name)]);

/** Every user of a machine sees the arguments of every process. */
function settingsOf(words: readonly string[]): Settings {
  const settings = parseSettings(words.join('\n'));
  const [secret] = Object.keys(settings).filter((name) => secretNames.has(name));
  if (secret !== undefined) {
    throw new Error(`${secret} is secret, and every user of this machine sees arguments: give it by --answers <file>`);
  }
  if (words.some((word) => !word.includes('='))) throw new Error(usage);
  return settings;
}

/** Reads the words after `setup`. `readInput`: all of the standard input. */
export async function readSetupWords(words: readonly string[], readInput: () => Promise<string>): Promise<SetupWords> {
  const options = { file: { type: 'string' }, yes: { type: 'boolean' }, answers: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  const { answers, file = process.getuid?.() === 0 ? '/etc/opora.env' : 'opora.env' } = values;
  const text = answers === undefined ? '' : await (answers === '-' ? readInput() : readFile(answers, 'utf8'));
  const given = { ...parseSettings(text), ...settingsOf(positionals) };
  if (Object.keys(given).some((name) => !known.has(name))) throw new Error(usage);
  return { file, isSure: values.yes === true, given };
}
