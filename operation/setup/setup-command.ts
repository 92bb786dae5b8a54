import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '#base/config/config.server.ts';
import { type Database, openDatabase, type Queryable } from '#base/db/db.server.ts';
import { migrate } from '#base/db/migrations.server.ts';
import { normalisePhone } from '#base/text/phone.ts';
import { probeTls } from '../doctor/tls-probe.ts';
import { Answers } from './answers.ts';
import { parseSettings, readIfThere, type Settings, withSettings, writePrivately } from './env-file.ts';
import { countryOfPhone, hasAdmin, makeAdmin, passwordFault, sendCode } from './first-admin.ts';
import { askSettings, type TlsProbe } from './settings.ts';
import type { SetupWords } from './setup-words.ts';
import type { Terminal } from './terminal.ts';

const root = join(import.meta.dirname, '../..');
const mostTries = 3;

interface SetupOptions {
  readonly terminal: Terminal;
  /** Opens the database of a configuration. */
  readonly withDatabase: (config: Config, work: (databaseUrl: string) => Promise<void>) => Promise<void>;
  readonly probe?: TlsProbe;
}

interface Asking {
  readonly answers: Answers;
  readonly asked: SetupWords;
  readonly terminal: Terminal;
}

/** Writes the settings, after a question if that replaces values. */
async function store(settings: Settings, { file, isSure }: SetupWords, terminal: Terminal): Promise<void> {
  const text = await readIfThere(file);
  const old = parseSettings(text ?? '');
  const replaced = Object.keys(settings).filter((name) => old[name] !== undefined && old[name] !== settings[name]);
  if (replaced.length > 0 && !isSure) {
    const answer = await terminal.ask(
      `${file} has other values of ${replaced.join(', ')}: replace them? yes or no`,
      false,
    );
    if (answer === null) throw new Error('nobody answers, and nothing was written: --yes replaces them');
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
    if (typed === null) throw new Error(`nobody types the code of ${phone}: the settings are stored, run this again`);
    terminal.say('  this is another code');
  }
  throw new Error('the phone was not confirmed: run this again');
}

/** A password chosen here spares the code of a reset before the first login. */
async function askPassword(terminal: Terminal): Promise<string> {
  for (;;) {
    const typed = await terminal.ask('A password for the admin area; empty: it is chosen on the site', true);
    const fault = typed === null || typed === '' ? null : passwordFault(typed);
    if (fault === null) return typed ?? '';
    terminal.say(`  ${fault}`);
  }
}

/** Asks for the first admin, if there is none; returns the phone. */
async function askPhone(db: Queryable, answers: Answers): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  const phone = await answers.to({
    name: 'ADMIN_PHONE',
    text: 'Phone of the first admin, who gets a code now',
    read: normalisePhone,
    check: async (typed) => countryOfPhone(typed),
  });
  answers.requireAll([]);
  return phone;
}

async function prepare(db: Database, settings: Settings, { answers, asked, terminal }: Asking): Promise<void> {
  const phone = await askPhone(db, answers);
  const complete = phone === null ? settings : { COUNTRY: countryOfPhone(phone), ...settings };
  await store(complete, asked, terminal);
  if (phone === null) return terminal.say('there is an admin already');
  const config = readConfig(complete);
  await confirm(db, config, phone, terminal);
  const password = asked.given.ADMIN_PASSWORD ?? (await askPassword(terminal));
  await makeAdmin(db, phone, password);
  const first = password === '' ? `choose a password at ${config.publicUrl}/reset, then log in` : 'log in';
  terminal.say(`${phone} is the first admin: ${first} at ${config.publicUrl}/admin`);
}

const nextSteps = (file: string) => [
  'start it, as a service:',
  '  cp operation/deploy/opora.service /etc/systemd/system/ && systemctl daemon-reload && systemctl enable --now opora',
  'or in containers, with DATABASE_PASSWORD added to the file, and TRUST_PROXY=172.16.0.0/12:',
  `  docker compose --env-file ${file} -f operation/deploy/compose.yaml up -d --build`,
  'or here:',
  `  node_modules/.bin/node --env-file=${file} main.ts`,
  'then check it: opora doctor',
];

/** Runs `npm run setup`: asks for what a server in production needs, checks it, stores it and makes the first admin. */
export async function runSetupCommand(asked: SetupWords, options: SetupOptions): Promise<void> {
  const { terminal, withDatabase, probe = probeTls } = options;
  const draft = `${asked.file}.answers`;
  const left = await readIfThere(draft);
  if (left !== null) terminal.say(`the answers of an interrupted run are the defaults: ${draft}`);
  const stored = { ...parseSettings((await readIfThere(asked.file)) ?? ''), ...parseSettings(left ?? '') };
  const { ADMIN_PHONE: givenPhone, ADMIN_PASSWORD: givenPassword, ...given } = asked.given;
  const fault = givenPassword === undefined ? null : passwordFault(givenPassword);
  if (fault !== null) throw new Error(`ADMIN_PASSWORD: ${fault}`);
  if (givenPhone !== undefined) countryOfPhone(normalisePhone(givenPhone));
  // A program gives its answers again; only a person is spared to type them twice.
  const keep = async (found: Settings) => {
    if (terminal.isInteractive) await writePrivately(draft, withSettings('', found));
  };
  const answers = new Answers({ given: asked.given, stored, terminal, keep });
  const { ADMIN_PHONE: _phone, ...defaults } = stored;
  const settings = await askSettings(answers, { stored: defaults, given, file: asked.file, probe });
  answers.requireAll(['ADMIN_PHONE']);
  await withDatabase(readConfig(settings), async (url) => {
    await migrate({ url, folder: join(root, 'migrations') });
    const db = openDatabase({ url, max: 2, applicationName: 'opora setup' });
    await prepare(db, settings, { answers, asked, terminal }).finally(() => db.close());
  });
  await rm(draft, { force: true });
  for (const line of nextSteps(asked.file)) terminal.say(line);
}
