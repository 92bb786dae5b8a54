import { randomBytes } from 'node:crypto';
import { createSenders } from '#app/identity/senders/chosen-senders.server.ts';
import { clickNeeds } from '#base/config/click-environment.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { environment } from '#base/config/environment.server.ts';
import { neededBy } from '#base/config/message-environment.server.ts';
import { paymeCardNeeds, paymeNeeds } from '#base/config/payme-environment.server.ts';
import { stripeNeeds } from '#base/config/stripe-environment.server.ts';
import { checkDatabase } from '../doctor/database-checks.ts';
import { checkGateway, checkSender } from '../doctor/partner-checks.ts';
import { checkPaymeCard } from '../doctor/payme-card-check.ts';
import { checkStripeApi } from '../doctor/stripe-checks.ts';
import { checkClickApi } from '../doctor/system-checks.ts';
import type { Answers } from './answers.ts';
import type { Settings } from './env-file.ts';

const readClickAddress = environment.pick({ CLICK_API_URL: true });
const readPaymeAddress = environment.pick({ PAYME_CARD_URL: true });
const readStripeAddress = environment.pick({ STRIPE_API_URL: true });

const secret = (bytes: number) => randomBytes(bytes).toString('hex');

/** The settings of a server in production; secrets are made once and stay. */
function ownSettings(stored: Settings, file: string): Settings {
  const system = { DATA_DIR: stored.DATA_DIR ?? '/var/lib/opora', TRUST_PROXY: stored.TRUST_PROXY ?? '127.0.0.1' };
  return {
    NODE_ENV: 'production',
    SANDBOX_PORT: 'off',
    DEMO: 'off',
    ...(file.startsWith('/etc/') && system),
    JWT_SECRET: stored.JWT_SECRET ?? secret(32),
    METRICS_TOKEN: stored.METRICS_TOKEN ?? secret(24),
  };
}

const siteAddress = (typed: string) => (typed === '' || typed.includes('://') ? typed : `https://${typed}`);

async function required(value: string): Promise<void> {
  if (value === '') throw new Error('an answer is needed');
}

async function askSite(answers: Answers, file: string): Promise<Settings> {
  const isOptional = !file.startsWith('/etc/');
  const otherwise = isOptional ? '; empty: one of its own in DATA_DIR' : '';
  const database = await answers.to({
    name: 'DATABASE_URL',
    text: `Database, postgres://user:password@host:port/database${otherwise}`,
    check: async (url) => (url === '' && isOptional ? '' : checkDatabase(url)()),
  });
  const site = await answers.to({
    name: 'PUBLIC_URL',
    text: 'Address of the site, opora.example or https://opora.example',
    read: siteAddress,
    check: required,
  });
  return { ...(database !== '' && { DATABASE_URL: database }), PUBLIC_URL: site };
}

async function askGateway(answers: Answers): Promise<Settings> {
  const url = await answers.to({ name: 'PAYMENT_URL', text: 'Address of the payment gateway', check: required });
  const shared = await answers.to({
    name: 'PAYMENT_SECRET',
    text: 'The secret agreed with the payment gateway',
    check: (value) => checkGateway(url, value)(),
  });
  return { PAYMENT_URL: url, PAYMENT_SECRET: shared };
}

const [serviceName, merchantName, userName, keyName] = clickNeeds;

/** The three numbers of Click's cabinet, in one answer unless they are stored or given. */
async function askClickNumbers(answers: Answers, own: Settings): Promise<readonly string[]> {
  const known = [own[serviceName], own[merchantName], own[userName]].flatMap((number) => number || []);
  if (known.length === 3) return known;
  const typed = await answers.to({
    name: 'CLICK',
    text: 'click: service_id, merchant_id and merchant_user_id of its cabinet, by spaces',
    check: async (line) => {
      if (!/^\s*([1-9]\d{0,9}\s+){2}[1-9]\d{0,9}\s*$/.test(line)) throw new Error('three numbers are needed');
    },
  });
  return typed.trim().split(/\s+/);
}

async function askClick(answers: Answers, own: Settings): Promise<Settings> {
  const [serviceId = '', merchantId = '', userId = ''] = await askClickNumbers(answers, own);
  const { CLICK_API_URL: url } = readClickAddress.parse(own);
  const key = await answers.to({
    name: keyName,
    text: 'click: its SECRET_KEY',
    check: (value) => checkClickApi({ url, serviceId, userId, key: value })(),
  });
  return { [serviceName]: serviceId, [merchantName]: merchantId, [userName]: userId, [keyName]: key };
}

async function askPaymeCard(answers: Answers, own: Settings): Promise<Settings> {
  const [idName, keyOfCards] = paymeCardNeeds;
  const { PAYME_CARD_URL: url } = readPaymeAddress.parse(own);
  const id = await answers.to({
    name: idName,
    text: 'payme-card: the id of the cash register for the Subscribe API',
    check: required,
  });
  const key = await answers.to({
    name: keyOfCards,
    text: 'payme-card: the key of that cash register',
    check: (value) => checkPaymeCard({ url, id, key: value })(),
  });
  return { [idName]: id, [keyOfCards]: key };
}

async function askStripe(answers: Answers, own: Settings): Promise<Settings> {
  const [keyOfStripe, secretOfEvents] = stripeNeeds;
  const { STRIPE_API_URL: url } = readStripeAddress.parse(own);
  const key = await answers.to({
    name: keyOfStripe,
    text: 'stripe: its secret key, sk_live_…',
    check: (value) => checkStripeApi({ url, key: value })(),
  });
  const shared = await answers.to({
    name: secretOfEvents,
    text: `stripe: the secret of its webhook endpoint ${own.PUBLIC_URL}/api/Payment/Stripe, whsec_…`,
    check: required,
  });
  return { [keyOfStripe]: key, [secretOfEvents]: shared };
}

/** Asks for the payment systems and what each needs. Payme’s page is never asked, so that its key is checked when the server runs: by `doctor`. */
async function askPayments(answers: Answers, own: Settings): Promise<Settings> {
  const list = await answers.to({
    name: 'PAYMENT',
    text: 'Payment systems, several by commas: gateway, payme, payme-card, click, stripe; empty: gateway',
    read: (typed) => typed || 'gateway',
  });
  const systems = list.split(',').map((name) => name.trim());
  const found: Record<string, string> = {
    PAYMENT: list,
    ...(systems.includes('gateway') && (await askGateway(answers))),
    ...(systems.includes('payme-card') && (await askPaymeCard(answers, own))),
    ...(systems.includes('click') && (await askClick(answers, own))),
    ...(systems.includes('stripe') && (await askStripe(answers, own))),
  };
  if (!systems.includes('payme')) return found;
  for (const name of paymeNeeds) found[name] = await answers.to({ name, text: `payme: ${name}`, check: required });
  return found;
}

async function checkSenders(settings: Settings): Promise<void> {
  const config = readConfig(settings);
  for (const sender of createSenders(config)) await checkSender(sender, config)();
}

/** Asks for the senders and what each needs; the last answer of a sender is checked by a question to the service. */
async function askSenders(answers: Answers, settings: Settings): Promise<Settings> {
  const list = await answers.to({
    name: 'SMS',
    text: 'Who sends codes, several by commas: telegram-gateway, eskiz, playmobile, twilio or http',
    check: required,
  });
  const found: Record<string, string> = {};
  for (const [sender, variables] of neededBy(list)) {
    for (const name of variables) {
      const check = async (value: string) => {
        await required(value);
        if (name === variables.at(-1)) await checkSenders({ ...settings, ...found, SMS: sender, [name]: value });
      };
      found[name] = await answers.to({ name, text: `${sender}: ${name}`, check });
    }
  }
  return { SMS: list, ...found };
}

/** Asks for all settings of a server in production. Those that no question is about stay as they are stored or given. */
export async function askSettings(
  answers: Answers,
  { stored, given, file }: { stored: Settings; given: Settings; file: string },
): Promise<Settings> {
  const own = { ...stored, ...ownSettings(stored, file), ...given };
  const site = { ...own, ...(await askSite(answers, file)) };
  const payments = { ...site, ...(await askPayments(answers, site)) };
  return { ...payments, ...(await askSenders(answers, payments)) };
}
