import { join } from 'node:path';
import { type Config, describeConfig, readConfig } from '#base/config/config.server.ts';
import { type Database, openDatabase, type Queryable } from '#base/db/db.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { normalisePhone } from '#base/text/phone.ts';
import { Answers } from './answers.ts';
import { parseSettings, readIfThere, type Settings, withSettings, writePrivately } from './env-file.ts';
import { countryOfPhone, hasAdmin, makeAdmin, sendCode } from './first-admin.ts';
import { askSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';

const root = join(import.meta.dirname, '../..');
const mostTries = 3;

interface SetupOptions {
  readonly terminal: Terminal;
  /** Opens the database of a configuration. */
  readonly withDatabase: (config: Config, work: (databaseUrl: string) => Promise<void>) => Promise<void>;
}

interface Asking {
  readonly answers: Answers;
  readonly asked: Words;
  readonly terminal: Terminal;
}

interface Words {
  readonly file: string;
  /** Existing values may be replaced without asking. */
  readonly isSure: boolean;
  readonly given: Settings;
}

const usage = 'setup [--file <file>] [--yes] [NAME=value …] [ADMIN_PHONE=…]';

function readWords(words: readonly string[]): Words {
  const at = words.indexOf('--file');
  const file = at === -1 ? (process.getuid?.() === 0 ? '/etc/opora.env' : 'opora.env') : words[at + 1];
  const others = words.filter((word, index) => word !== '--yes' && (at === -1 || (index !== at && index !== at + 1)));
  const known = new Set(['ADMIN_PHONE', ...describeConfig().map(({ name }) => name)]);
  const given = Object.fromEntries(others.map((word) => [word.split('=')[0] ?? '', word.slice(word.indexOf('=') + 1)]));
  const isWrong = others.some((word) => !word.includes('=')) || Object.keys(given).some((name) => !known.has(name));
  if (file === undefined || isWrong) throw new Error(usage);
  return { file, isSure: words.includes('--yes'), given };
}

/** Writes the settings, after a question if that replaces values. */
async function store(settings: Settings, { file, isSure }: Words, terminal: Terminal): Promise<void> {
  const text = await readIfThere(file);
  const old = parseSettings(text ?? '');
  const replaced = Object.keys(settings).filter((name) => old[name] !== undefined && old[name] !== settings[name]);
  if (replaced.length > 0 && !isSure) {
    const answer = await terminal.ask(
      `${file} has other values of ${replaced.join(', ')}: replace them? yes or no`,
      false,
    );
    if (answer !== 'yes') throw new Error('nothing was written');
  }
  await writePrivately(file, withSettings(text ?? '', settings));
  terminal.say(`written: ${file}, for its owner only`);
}

/** Sends a code, and asks for it until it is right. */
async function confirm(db: Database, config: Config, phone: string, terminal: Terminal): Promise<void> {
  const code = await sendCode(db, config, phone);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const typed = await terminal.ask(`The code that was sent to ${phone}`, false);
    if (typed === code) return;
    if (typed === null) break;
    terminal.say('  this is another code');
  }
  throw new Error('the phone was not confirmed: run this again');
}

/** Asks for the first admin, if there is none; returns the phone. */
async function askPhone(db: Queryable, answers: Answers): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  return answers.to({
    name: 'ADMIN_PHONE',
    text: 'Phone of the first admin, who gets a code now',
    read: normalisePhone,
    check: async (phone) => countryOfPhone(phone),
  });
}

async function prepare(db: Database, settings: Settings, { answers, asked, terminal }: Asking): Promise<void> {
  const phone = await askPhone(db, answers);
  const complete = phone === null ? settings : { COUNTRY: countryOfPhone(phone), ...settings };
  await store(complete, asked, terminal);
  if (phone === null) return terminal.say('there is an admin already');
  const config = readConfig(complete);
  await confirm(db, config, phone, terminal);
  await makeAdmin(db, phone);
  terminal.say(`${phone} is the first admin: choose a password at ${config.publicUrl}/reset, then log in at /admin`);
}

const nextSteps = (file: string) => [
  'start it, as a service:',
  '  cp operation/deploy/opora.service /etc/systemd/system/ && systemctl daemon-reload && systemctl enable --now opora',
  'or in containers, with DATABASE_PASSWORD added to the file:',
  `  docker compose --env-file ${file} -f operation/deploy/compose.yaml up -d --build`,
  'or here:',
  `  node_modules/.bin/node --env-file=${file} main.ts`,
  'then check it: opora doctor',
];

/** Runs `npm run setup`: asks for what a server in production needs, checks it, stores it and makes the first admin. */
export async function runSetupCommand(words: readonly string[], options: SetupOptions): Promise<void> {
  const { terminal, withDatabase } = options;
  const asked = readWords(words);
  const stored = parseSettings((await readIfThere(asked.file)) ?? '');
  const answers = new Answers({ given: asked.given, stored, terminal });
  const { ADMIN_PHONE: _phone, ...given } = asked.given;
  const settings = await askSettings(answers, { stored, given, file: asked.file });
  await withDatabase(readConfig(settings), async (url) => {
    await migrate({ url, folder: join(root, 'migrations') });
    const db = openDatabase({ url, max: 2, applicationName: 'opora setup' });
    await prepare(db, settings, { answers, asked, terminal }).finally(() => db.close());
  });
  for (const line of nextSteps(asked.file)) terminal.say(line);
}
