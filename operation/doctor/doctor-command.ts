import { join } from 'node:path';
import { createSenders } from '#app/identity/senders/chosen-senders.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { withStandInPages } from '../install/stand-ins.ts';
import { readStartConfig } from '../start-config.ts';
import { checkBackup, checkDataDir, checkDisk, checkPictures } from './data-checks.ts';
import { checkAdmin, checkClock, checkDatabase, checkDemo, checkMigrations, checkSealed } from './database-checks.ts';
import { type Check, examine, type Finding } from './examine.ts';
import { checkGateway, checkSender } from './partner-checks.ts';
import { checkPaymeCard } from './payme-card-check.ts';
import { checkProxy } from './proxy-check.ts';
import { receiptChecks } from './receipt-checks.ts';
import { checkAddress, checkCertificate } from './site-checks.ts';
import { checkStripeApi, checkStripeEvents } from './stripe-checks.ts';
import { checkClickApi, checkClickCalls, checkPayme } from './system-checks.ts';
import { checkBot, checkMiniApp, checkStaffChat } from './telegram-checks.ts';
import { checkVoice } from './voice-check.ts';

/** What the checks need beside the configuration. */
export interface DoctorPlace {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Origin of the payment gateway or of the sandbox; null: there is none. */
  readonly paymentUrl: string | null;
  /** Origin of the stand-ins; null: none runs here. */
  readonly sandboxUrl: string | null;
  /** The folder of `--backups`; null: the usual one. */
  readonly backups: string | null;
}

const root = join(import.meta.dirname, '../..');

async function kindOfRun({ isProduction }: Config): ReturnType<Check> {
  if (isProduction) return 'the environment is valid';
  return { note: 'the environment is valid, but not that of production: set NODE_ENV=production for real payments' };
}

function databaseChecks(config: Config, url: string): [string, Check][] {
  const { JWT_SECRET: secrets, isProduction } = config;
  return [
    ['clock', checkClock(url)],
    ['migrations', checkMigrations(url, join(root, 'migrations'))],
    ['sealed keys', checkSealed(url, secrets)],
    ...(isProduction ? [['demo accounts', checkDemo(url)] satisfies [string, Check]] : []),
    ['admin', checkAdmin(url)],
    ...receiptChecks(config, url),
  ];
}

function paymeChecks({ PAYMENT, PAYME_KEY: key, publicUrl }: Config): [string, Check][] {
  if (!PAYMENT.includes('payme') || !key) return [];
  return [['payments by payme', checkPayme(publicUrl, { endpoint: 'Payme', key, keyName: 'PAYME_KEY' })]];
}

function paymeCardChecks(config: Config): [string, Check][] {
  const { PAYMENT, PAYME_CARD_ID: id, PAYME_CARD_KEY: key, PAYME_CARD_URL: url, publicUrl } = config;
  if (!PAYMENT.includes('payme-card') || !id || !key) return [];
  return [
    ['cards by payme', checkPaymeCard({ id, key, url })],
    ['calls of payme about cards', checkPayme(publicUrl, { endpoint: 'PaymeCard', key, keyName: 'PAYME_CARD_KEY' })],
  ];
}

function clickChecks(config: Config): [string, Check][] {
  const { CLICK_SERVICE_ID: serviceId, CLICK_MERCHANT_USER_ID: userId, CLICK_SECRET_KEY: key } = config;
  if (!config.PAYMENT.includes('click') || !serviceId || !userId || !key) return [];
  const account = { url: config.CLICK_API_URL, serviceId, userId, key };
  return [
    ['payments by click', checkClickApi(account)],
    ['calls of click', checkClickCalls(config.publicUrl, account)],
  ];
}

function stripeChecks(config: Config): [string, Check][] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: url } = config;
  if (!config.PAYMENT.includes('stripe') || !key || !secret) return [];
  return [
    ['payments by stripe', checkStripeApi({ url, key })],
    ['events of stripe', checkStripeEvents(config.publicUrl, secret)],
  ];
}

function paymentChecks(config: Config, url: string | null): [string, Check][] {
  return [
    ...(url === null ? [] : [['payments', checkGateway(url, config.PAYMENT_SECRET)] satisfies [string, Check]]),
    ...paymeChecks(config),
    ...paymeCardChecks(config),
    ...clickChecks(config),
    ...stripeChecks(config),
  ];
}

function telegramChecks(config: Config): [string, Check][] {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url, TELEGRAM_STAFF_CHAT: chatId } = config;
  if (token === undefined) return [];
  const account = { token, url };
  return [
    ['notices by Telegram', checkBot(account)],
    ['pages inside Telegram', checkMiniApp(account, config.publicUrl)],
    ...(chatId === undefined ? [] : [['chat of the staff', checkStaffChat(account, chatId)] satisfies [string, Check]]),
  ];
}

function otherChecks(config: Config, { dataDir, paymentUrl, sandboxUrl, backups }: DoctorPlace): [string, Check][] {
  const { publicUrl, JWT_SECRET: secrets } = config;
  const senders = createSenders(config);
  return [
    ['data folder', checkDataDir(dataDir)],
    ['disk', checkDisk(dataDir)],
    ['pictures', checkPictures(config.IMAGE_STORE, join(dataDir, 'images'))],
    ['backup', checkBackup(backups)],
    ['address', checkAddress(publicUrl, secrets)],
    ['proxy', checkProxy(config)],
    ['certificate', checkCertificate(publicUrl)],
    // The server asks stand-ins where they run, and not the real systems.
    ...paymentChecks(withStandInPages(config, sandboxUrl), paymentUrl),
    ...senders.map((sender): [string, Check] => [`codes by ${sender.name}`, checkSender(sender, config)]),
    ...(senders.length === 0
      ? [['codes', async () => ({ note: 'codes are printed, not sent' })] satisfies [string, Check]]
      : []),
    ...telegramChecks(config),
    ['voice of alerts', checkVoice(config)],
  ];
}

/** Runs all checks of an installation, one after the other. What needs the database is left out while it does not answer. */
export async function examineAll(config: Config, place: DoctorPlace): Promise<Finding[]> {
  const database = await examine('database', checkDatabase(place.databaseUrl));
  const findings = [await examine('environment', () => kindOfRun(config)), database];
  const rest = otherChecks(config, place);
  if (database.state === 'ok') rest.unshift(...databaseChecks(config, place.databaseUrl));
  for (const [name, check] of rest) findings.push(await examine(name, check));
  return findings;
}

const marks = { ok: 'ok      ', note: 'note    ', problem: 'PROBLEM ' } as const;

/** The folder of `--backups <folder>`; null: none is named. */
function backupsIn(words: readonly string[]): string | null {
  const at = words.indexOf('--backups');
  return at === -1 ? null : (words[at + 1] ?? null);
}

/** What opens the database and finds the folders of a configuration. */
export type WithPlace = (config: Config, work: (place: Omit<DoctorPlace, 'backups'>) => Promise<void>) => Promise<void>;

interface DoctorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly withPlace: WithPlace;
}

async function examineEnvironment(words: readonly string[], { env, withPlace }: DoctorOptions): Promise<Finding[]> {
  let findings: Finding[] = [];
  const environment = await examine('environment', async () => {
    const config = readStartConfig(env);
    await withPlace(config, async (place) => {
      findings = await examineAll(config, { ...place, backups: backupsIn(words) });
    });
    return '';
  });
  return findings.length > 0 ? findings : [environment];
}

/** Runs `npm run doctor -- [--json] [--backups <folder>]`: prints one line a check, and exits with 1 on a problem. */
export async function runDoctorCommand(
  words: readonly string[],
  options: DoctorOptions & { readonly log: (line: string) => void },
): Promise<void> {
  const { log } = options;
  const findings = await examineEnvironment(words, options);
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (words.includes('--json')) log(JSON.stringify({ problems, findings }, null, 2));
  else for (const { check, state, says } of findings) log(`${marks[state]}${check}: ${says}`);
  if (problems > 0) process.exitCode = 1;
}
