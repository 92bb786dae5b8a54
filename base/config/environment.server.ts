import { z } from 'zod';
import { isDatabaseAddress } from '#base/config/database-address.server.ts';
import { clickVariables } from './click-environment.server.ts';
import { messageVariables } from './message-environment.server.ts';
import { isProxyTrust } from './networks.server.ts';
import { paymeVariables } from './payme-environment.server.ts';
import { pushVariables } from './push-environment.server.ts';
import { secretsOf } from './secrets.server.ts';
import { stripeVariables } from './stripe-environment.server.ts';
import { telegramVariables } from './telegram-environment.server.ts';
import {
  address,
  addressForm,
  bucketAddress,
  decimal,
  integer,
  siteAddress,
  siteAddressForm,
  word,
} from './value-forms.server.ts';

/** Default secrets, which are public: production refuses them. */
export const defaultSecrets = {
  JWT_SECRET: 'opora-development-jwt-secret',
  PAYMENT_SECRET: 'opora-sandbox-secret',
} as const;

const paymentSystems = ['gateway', 'payme', 'payme-card', 'click', 'stripe'] as const;
const isPaymentSystem = (word: string): word is (typeof paymentSystems)[number] =>
  paymentSystems.some((known) => known === word);

/** Payment systems by commas, each at most once. */
const systemList = z
  .string()
  .transform((words) => words.split(',').map((word) => word.trim()))
  .refine((words) => words.every(isPaymentSystem) && new Set(words).size === words.length)
  .transform((words) => words.filter(isPaymentSystem))
  .default(['gateway']);

const port = integer(0, 65_535);
const databaseAddress = z.string().refine(isDatabaseAddress);
const onOff = z.enum(['on', 'off']).transform((word) => word === 'on');

/** Requests refuse an address with a login, in words that would put it into the log. */
const openAddress = address.refine((url) => {
  const { username, password } = new URL(url);
  return username === '' && password === '';
});
/** What the value of a header may be. */
const headerWord = z.string().regex(/^[!-~]+$/);

const tileAddress = z.string().regex(/^https?:\/\/[^{}\s]+\/.*\{z\}.*\{x\}.*\{y\}/);

/** The form of a variable, as the refusal of an invalid value states it. */
const portForm = 'a number from 0 to 65535';
const databaseForm = 'an address that begins with postgres://, as postgres://user:password@host:port/database';
const onOffForm = 'on or off';
const listForm = 'gateway, payme, payme-card, click or stripe, several by commas';

/**
 * The variables of the environment with their descriptions, from which `docs/configuration.md` and the README's table are generated.
 * `inProduction` is what production requires, `unset` what happens without the variable.
 */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development').meta({
    form: 'development, test or production',
    group: 'server',
    description: 'The kind of run: `production` refuses whatever must not be there',
    inProduction: 'production',
  }),
  PORT: port
    .default(3000)
    .meta({ form: portForm, group: 'server', description: 'Port of the server; `0`: a free one' }),
  HOST: z
    .string()
    .regex(/^(?:[\w.-]+|[0-9a-f:.]+(?:%\w+)?)$/i)
    .default('127.0.0.1')
    .meta({
      form: 'an IP address or the name of a host',
      group: 'server',
      description:
        'Address the server listens on; another than that of this machine itself is warned of outside production',
    }),
  PUBLIC_URL: siteAddress.optional().meta({
    form: siteAddressForm,
    group: 'server',
    description: 'The address that visitors type, without a path; cookies are secure where it is https',
    unset: '`http://HOST:PORT`',
    inProduction: 'must be set',
  }),
  TRUST_PROXY: z.string().refine(isProxyTrust).optional().meta({
    form: 'addresses or networks by commas, as 127.0.0.1,10.0.0.0/8, a number of proxies from 1 to 9, or true',
    group: 'server',
    description:
      'Proxies whose `X-Forwarded-For` is believed: addresses or networks by commas; or the number of proxies that a request passes, where their addresses are not known; `true` believes everybody',
    unset: 'nobody',
  }),
  DRAIN_SECONDS: decimal(0, 5).default(0).meta({
    form: 'a number from 0 to 5',
    group: 'server',
    description:
      'Seconds, at most 5, in which a stopping process reports it at `/health/ready` and goes on answering, so that a proxy in front uses other processes first',
  }),
  HSTS_SUBDOMAINS: onOff.default(false).meta({
    form: onOffForm,
    group: 'server',
    description: '`on`: browsers use https for every host below that of `PUBLIC_URL`, too, for a year',
  }),
  LIMITS: onOff.default(true).meta({
    form: onOffForm,
    group: 'server',
    description: '`off`: no rate limits, for load tests',
    inProduction: 'must be `on`',
  }),
  JWT_SECRET: secretsOf(16).default(defaultSecrets.JWT_SECRET).meta({
    group: 'secrets',
    description:
      'Signs sessions, seals widget keys, secrets of webhooks and cards of memberships. At least 16 characters; several by commas: the first is in use, all are accepted',
    isSecret: true,
    inProduction: 'must be set',
  }),
  PAYMENT: systemList.meta({
    form: listForm,
    group: 'money',
    description:
      'Payment systems on offer, by commas, the default first: `gateway`, `payme` (its page), `payme-card` (cards in our form), `click`, `stripe`. One that is taken off the list still refunds while its settings stay',
  }),
  PAYMENT_URL: address.optional().meta({
    form: addressForm,
    group: 'money',
    description: 'Origin of the payment gateway',
    unset: 'the sandbox',
    inProduction: 'must be set for `gateway`',
  }),
  PAYMENT_SECRET: secretsOf(16).default(defaultSecrets.PAYMENT_SECRET).meta({
    group: 'money',
    description:
      'The secret shared with the gateway. At least 16 characters; several by commas while it is being changed: callbacks signed with any are accepted, the next is tried where the provider refuses one',
    isSecret: true,
    inProduction: 'must be set for `gateway`',
  }),
  ...paymeVariables,
  ...clickVariables,
  ...stripeVariables,
  PAYOUT_DAYS: integer(1, 30).optional().meta({
    form: 'a whole number from 1 to 30',
    group: 'money',
    description:
      'Working days, Monday to Friday, in which a payout is decided: creators read the day, and staff see what is late',
    unset: 'nothing is promised; 3 in the demo world',
  }),
  SANDBOX_PORT: z
    .union([z.literal('off'), port])
    .default(3001)
    .meta({
      form: `off or ${portForm}`,
      group: 'money',
      description: 'Port of the payment sandbox; `off`: none is started',
      inProduction: 'must be `off`',
    }),
  SANDBOX: systemList.meta({
    form: listForm,
    group: 'money',
    description:
      'Stand-ins that the payment sandbox runs, by commas: `gateway` always, `payme`, `payme-card`, `click` and `stripe` in addition, each with a key of its own and its cabinet at `/payme`, `/payme-card`, `/click` or `/stripe`',
  }),
  DATABASE_URL: databaseAddress.optional().meta({
    form: databaseForm,
    group: 'data',
    description:
      'A PostgreSQL 15 or later of yours: `postgres://user:password@host:port/database`; of several servers, `host:port,host:port`, the one that accepts writes is used',
    isSecret: true,
    unset: 'the embedded PostgreSQL below `DATA_DIR`',
  }),
  DATABASE_LISTEN_URL: databaseAddress.optional().meta({
    form: databaseForm,
    group: 'data',
    description:
      'Direct address of the database, where `DATABASE_URL` is that of a PgBouncer in transaction mode: for listening, migrations and commands',
    isSecret: true,
    unset: '`DATABASE_URL`, which is direct then',
  }),
  DATABASE_POOL: integer(2, 200).default(20).meta({
    form: 'a number from 2 to 200',
    group: 'data',
    description: 'Most database connections of one process, 2 to 200; beside them it listens on one more',
  }),
  DATA_DIR: z.string().min(1).default('.data').meta({
    form: 'a folder',
    group: 'data',
    description:
      'Folder of the embedded database, of pictures and audio and of the books of the sandbox; relative to the program',
  }),
  IMAGE_STORE: bucketAddress.optional().meta({
    form: 's3://bucket/folder?region=…&endpoint=https://…',
    group: 'data',
    description:
      'Where pictures and audio of posts are stored: `s3://bucket/folder?region=…&endpoint=…` with the usual `AWS_…` variables',
    unset: 'below `DATA_DIR`',
  }),
  ...messageVariables,
  ...telegramVariables,
  ...pushVariables,
  COUNTRY: z.string().min(2).default('uz').meta({
    form: 'the two letters of a country',
    group: 'people',
    description: 'Profile of the country: phone mask, currency, card systems, map, regions (`uz`, `kz`)',
  }),
  DEMO: onOff.default(true).meta({
    form: onOffForm,
    group: 'people',
    description: 'Fill an empty database with the demo world and its logins, whose passwords everybody knows',
    inProduction: 'never done',
  }),
  DRAWS: onOff.default(true).meta({
    form: onOffForm,
    group: 'people',
    description: '`off`: creators make no draws; those that were made are held',
  }),
  MAPS_KEY: word().optional().meta({
    form: 'a text without spaces',
    group: 'outside',
    description: 'Key of the maps service; it reaches the browser',
    unset: 'the built-in map and search',
  }),
  MAP_TILES: z
    .union([z.literal('off'), tileAddress])
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .meta({
      form: 'off or an address with {z}, {x} and {y}',
      group: 'outside',
      description:
        'Raster tiles over the built-in map, an address with `{z}`, `{x}`, `{y}`; `off`, or where they cannot be reached: the outline of the country alone',
    }),
  METRIKA_ID: z.string().regex(/^\d+$/).optional().meta({
    form: 'a number',
    group: 'outside',
    description:
      'Number of the analytics counter (Yandex Metrika), which is loaded in production only, on no page of staff or of streams',
    unset: 'no counter',
  }),
  METRIKA_CONSENT: onOff.default(false).meta({
    form: onOffForm,
    group: 'outside',
    description: '`on`: a visitor is asked first, and nothing of the counter is loaded before he agrees',
  }),
  ANALYTICS_URL: address.default('https://mc.yandex.ru/metrika/tag.js').meta({
    form: addressForm,
    group: 'outside',
    description: 'Address of the script of the analytics counter, for a proxy of yours',
  }),
  VIDEO_INFO_URL: z
    .union([z.literal('off'), address])
    .default('https://www.youtube.com/oembed')
    .meta({
      form: `off or ${addressForm}`,
      group: 'outside',
      description:
        'Address of the oEmbed service that is asked for titles and pictures of pinned YouTube videos, for a proxy of yours; `off`: none is asked',
    }),
  VOICE_URL: z
    .union([z.literal('off'), openAddress])
    .optional()
    .meta({
      form: `off or ${addressForm}, without a login`,
      group: 'outside',
      description:
        'Address of a service that says alerts with a better voice, for creators who chose that of the server; `off`: the server has no voice',
      unset: 'the built-in voice, eSpeak NG',
    }),
  VOICE_KEY: headerWord.optional().meta({
    form: 'a text of Latin letters, digits and signs without spaces',
    group: 'outside',
    description: 'Sent to `VOICE_URL` as `Authorization: Bearer …`',
    isSecret: true,
    unset: 'no such header',
  }),
  SOURCE_URL: address.optional().meta({
    form: addressForm,
    group: 'outside',
    description: 'Where the source of this installation is published, with its changes (AGPL, section 13)',
    unset: '`/source` sends an archive of the program that runs',
  }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
    form: 'fatal, error, warn, info, debug, trace or silent',
    group: 'watching',
    description: 'The least that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent`',
  }),
  METRICS_TOKEN: word().min(16).optional().meta({
    form: 'a text of at least 16 characters without spaces',
    group: 'watching',
    description: 'Bearer token for `/metrics`, at least 16 characters',
    isSecret: true,
    unset: 'only this machine may read it; in production nobody',
  }),
});
