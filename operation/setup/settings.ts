import { randomBytes } from 'node:crypto';
import { createSenders } from '#app/identity/senders/chosen-senders.server.ts';
import { clickNeeds } from '#base/config/click-environment.server.ts';
import { readConfig } from '#base/config/config.server.ts';
import { environment } from '#base/config/environment.server.ts';
import { neededBy, type SenderName } from '#base/config/message-environment.server.ts';
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
  return {
    NODE_ENV: 'production',
    SANDBOX_PORT: 'off',
    DEMO: 'off',
    TRUST_PROXY: stored.TRUST_PROXY ?? '127.0.0.1',
    ...(file.startsWith('/etc/') && { DATA_DIR: stored.DATA_DIR ?? '/var/lib/opora' }),
    JWT_SECRET: stored.JWT_SECRET ?? secret(32),
    METRICS_TOKEN: stored.METRICS_TOKEN ?? secret(24),
  };
}

/** What is wrong with the TLS of an address; null: nothing. */
export type TlsProbe = (address: string, milliseconds: number) => Promise<string | null>;

const tlsMilliseconds = 5_000;

const siteAddress = (typed: string) => (typed === '' || typed.includes('://') ? typed : `https://${typed}`);

async function required(value: string): Promise<void> {
  if (value === '') throw new Error('an answer is needed');
}

/** Says what is wrong with the TLS of the site: the proxy may still be missing, so that it hinders nothing. */
async function lookAtTls(answers: Answers, site: string, probe: TlsProbe): Promise<void> {
  if (site.startsWith('http:')) {
    answers.say(`  ${site} is without TLS: passwords and sessions can be read on the way`);
    return;
  }
  const fault = await probe(site, tlsMilliseconds);
  if (fault !== null) answers.say(`  ${site} by TLS: ${fault}; go on, and look again by opora doctor`);
}

async function askSite(answers: Answers, file: string, probe: TlsProbe): Promise<Settings> {
  const isOptional = !file.startsWith('/etc/');
  const otherwise = isOptional ? '; empty: one of its own in DATA_DIR' : '';
  const database = await answers.to({
    name: 'DATABASE_URL',
    text: `Database, postgres://user:password@host:port/database${otherwise}`,
    check: async (url) => (url === '' && isOptional ? '' : checkDatabase(url)()),
  });
  const site = await answers.to({
    name: 'PUBLIC_URL',
    text: 'Domain of the site, as opora.example, or its address, https://opora.example',
    read: siteAddress,
    check: required,
  });
  if (site !== '') await lookAtTls(answers, site, probe);
  return { ...(database !== '' && { DATABASE_URL: database }), PUBLIC_URL: site };
}

async function askGateway(answers: Answers): Promise<Settings> {
  const questions = [
    { name: 'PAYMENT_URL', text: 'Address of the payment gateway', check: required },
    { name: 'PAYMENT_SECRET', text: 'The secret agreed with the payment gateway', check: required },
  ];
  return answers.together(questions, ({ PAYMENT_URL = '', PAYMENT_SECRET = '' }) =>
    checkGateway(PAYMENT_URL, PAYMENT_SECRET)(),
  );
}

const [serviceName, , userName, keyName] = clickNeeds;

async function askClick(answers: Answers, own: Settings): Promise<Settings> {
  const { CLICK_API_URL: url } = readClickAddress.parse(own);
  answers.say('click: merchant.click.uz, Services, shows the numbers and the SECRET_KEY of the service; enter there');
  answers.say(`Prepare URL ${own.PUBLIC_URL}/api/Payment/Click/Prepare, Complete URL …/Complete`);
  const questions = clickNeeds.map((name) => ({ name, text: `click: ${name}`, check: required }));
  return answers.together(questions, (found) => {
    const { [serviceName]: serviceId = '', [userName]: userId = '', [keyName]: key = '' } = found;
    return checkClickApi({ url, serviceId, userId, key })();
  });
}

async function askPaymeCard(answers: Answers, own: Settings): Promise<Settings> {
  const [idName, keyOfCards] = paymeCardNeeds;
  const { PAYME_CARD_URL: url } = readPaymeAddress.parse(own);
  answers.say(
    'payme-card: in the cabinet of Payme Business make a cash register of its own for the Subscribe API; enter there',
  );
  answers.say(
    `the endpoint ${own.PUBLIC_URL}/api/Payment/PaymeCard, so that fiscal receipts come by themselves, and the`,
  );
  answers.say('only account member «payment»; its settings for developers show its id and its key');
  const questions = [
    { name: idName, text: 'payme-card: the id of the cash register for the Subscribe API', check: required },
    { name: keyOfCards, text: 'payme-card: the key of that cash register', check: required },
  ];
  return answers.together(questions, ({ [idName]: id = '', [keyOfCards]: key = '' }) =>
    checkPaymeCard({ url, id, key })(),
  );
}

async function askStripe(answers: Answers, own: Settings): Promise<Settings> {
  const [keyOfStripe, secretOfEvents] = stripeNeeds;
  const { STRIPE_API_URL: url } = readStripeAddress.parse(own);
  answers.say('stripe: dashboard.stripe.com, Developers, shows API keys and webhooks; add there the endpoint that the');
  answers.say('second question names, with the events of docs/operation.md');
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

/** Asks for the number under which Click makes fiscal receipts. */
async function askTaxNumber(answers: Answers): Promise<Settings> {
  const name = 'CLICK_TAX_NUMBER';
  const text = 'click: your TIN (9 digits) or PINFL (14) for fiscal receipts; empty: Click makes them by itself';
  const number = await answers.to({ name, text });
  return number === '' ? {} : { [name]: number };
}

/** Asks for what fiscal receipts call all that is sold. */
async function askFiscal(answers: Answers): Promise<Settings> {
  const text = 'The ИКПУ of what is sold, 17 digits of tasnif.soliq.uz; empty: no items on fiscal receipts';
  const code = await answers.to({ name: 'PAYME_ITEM_CODE', text });
  if (code === '') return {};
  const packageCode = await answers.to({ name: 'PAYME_PACKAGE_CODE', text: 'The package code of that ИКПУ' });
  const vat = await answers.to({
    name: 'PAYME_VAT',
    text: 'Per cent of VAT; empty: 0',
    read: (typed) => typed || '0',
  });
  return { PAYME_ITEM_CODE: code, PAYME_PACKAGE_CODE: packageCode, PAYME_VAT: vat };
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
  if (systems.includes('payme')) {
    answers.say(
      'payme: in the cabinet of Payme Business the cash register’s settings for developers show its id and its key;',
    );
    answers.say(`enter there the endpoint ${own.PUBLIC_URL}/api/Payment/Payme and the only account member «payment»`);
    for (const name of paymeNeeds) found[name] = await answers.to({ name, text: `payme: ${name}`, check: required });
  }
  if (systems.includes('click')) Object.assign(found, await askTaxNumber(answers));
  const sendsItems = systems.some((name) => name.startsWith('payme')) || found.CLICK_TAX_NUMBER !== undefined;
  if (sendsItems) Object.assign(found, await askFiscal(answers));
  return found;
}

/** Where the account of a sender shows what is asked for. */
const placesOf: Readonly<Record<SenderName, string>> = {
  eskiz:
    'my.eskiz.uz, its gateway’s settings show e-mail and password of the API; let it approve the texts of docs/operation.md',
  playmobile: 'the contract with the SMS broker names login and password',
  'telegram-gateway': 'gateway.telegram.org, Account, API, shows the token',
  twilio: 'console.twilio.com, Account info, shows account and token',
  http: 'a gateway of yours',
};

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
    answers.say(`${sender}: ${placesOf[sender]}`);
    const questions = variables.map((name) => ({ name, text: `${sender}: ${name}`, check: required }));
    const check = (values: Settings) => checkSenders({ ...settings, ...found, SMS: sender, ...values });
    Object.assign(found, await answers.together(questions, check));
  }
  return { SMS: list, ...found };
}

/** Asks for all settings of a server in production. Those that no question is about stay as they are stored or given. */
export async function askSettings(
  answers: Answers,
  { stored, given, file, probe }: { stored: Settings; given: Settings; file: string; probe: TlsProbe },
): Promise<Settings> {
  answers.say(
    'Asked for: the database, the domain, how people pay and what each system needs, who sends codes, the first admin.',
  );
  const own = { ...stored, ...ownSettings(stored, file), ...given };
  const site = { ...own, ...(await askSite(answers, file, probe)) };
  const payments = { ...site, ...(await askPayments(answers, site)) };
  return { ...payments, ...(await askSenders(answers, payments)) };
}
