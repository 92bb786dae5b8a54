import { z } from 'zod';

const defaultSecrets = { JWT_SECRET: 'opora-development-jwt-secret', PAYMENT_SECRET: 'opora-sandbox-secret' } as const;

const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const onOff = z.enum(['on', 'off']).transform((word) => word === 'on');

const secrets = z.string().refine((value) => value.split(',').every((secret) => secret.trim().length >= 16), {
  error: 'every secret must have at least 16 characters',
});
const tileAddress = z.string().regex(/^https?:\/\/[^{}\s]+\/.*\{z\}.*\{x\}.*\{y\}/);

/**
 * The environment, variable by variable, each with what it sets: `docs/configuration.md` and the README's table are made of it.
 * `inProduction` is what production asks of it, `unset` what happens without it.
 */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development').meta({
    group: 'server',
    description: 'The kind of run: `production` refuses whatever must not be there',
    inProduction: 'production',
  }),
  PORT: port.default(3000).meta({ group: 'server', description: 'Port of the server; `0`: a free one' }),
  HOST: z.string().min(1).default('127.0.0.1').meta({ group: 'server', description: 'Address the server listens on' }),
  PUBLIC_URL: address.optional().meta({
    group: 'server',
    description: 'The address that visitors type, without a path; cookies are secure where it is https',
    unset: '`http://HOST:PORT`',
    inProduction: 'must be set',
  }),
  TRUST_PROXY: z.string().optional().meta({
    group: 'server',
    description: 'Proxies whose `X-Forwarded-For` is believed: addresses or networks by commas, or `true`',
    unset: 'nobody',
  }),
  DRAIN_SECONDS: z.coerce.number().min(0).max(5).default(0).meta({
    group: 'server',
    description:
      'Seconds, at most 5, in which a process that is told to end says so at `/health/ready` and goes on answering, so that a proxy in front looks elsewhere first',
  }),
  LIMITS: onOff.default(true).meta({
    group: 'server',
    description: '`off`: no rate limits, for load tests',
    inProduction: 'must be `on`',
  }),
  JWT_SECRET: secrets.default(defaultSecrets.JWT_SECRET).meta({
    group: 'secrets',
    description:
      'Signs sessions, seals widget keys and the secrets of webhooks. At least 16 characters; several by commas: the first is in use, all are accepted',
    isSecret: true,
    inProduction: 'must be set',
  }),
  PAYMENT_URL: address.optional().meta({
    group: 'money',
    description: 'Origin of the payment provider',
    unset: 'the sandbox',
    inProduction: 'must be set',
  }),
  PAYMENT_SECRET: secrets.default(defaultSecrets.PAYMENT_SECRET).meta({
    group: 'money',
    description:
      'The secret shared with the provider. At least 16 characters; several by commas while it is being changed: callbacks signed with any are accepted, the next is tried where the provider refuses one',
    isSecret: true,
    inProduction: 'must be set',
  }),
  SANDBOX_PORT: z
    .union([z.literal('off'), port])
    .default(3001)
    .meta({
      group: 'money',
      description: 'Port of the payment sandbox; `off`: none is started',
      inProduction: 'must be `off`',
    }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({
      group: 'data',
      description: 'A PostgreSQL 15 or later of yours: `postgres://user:password@host:port/database`',
      isSecret: true,
      unset: 'the embedded PostgreSQL, kept below `DATA_DIR`',
    }),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).meta({
    group: 'data',
    description: 'Most database connections of one process, 2 to 200; beside them it listens on one more',
  }),
  DATA_DIR: z.string().min(1).default('.data').meta({
    group: 'data',
    description:
      'Folder of the embedded database, of pictures and of the books of the sandbox; relative to the program',
  }),
  IMAGE_STORE: z.string().optional().meta({
    group: 'data',
    description: 'Where pictures are kept: `s3://bucket/folder?region=…&endpoint=…` with the usual `AWS_…` variables',
    unset: 'below `DATA_DIR`',
  }),
  SMS_URL: address.optional().meta({
    group: 'people',
    description: 'The SMS gateway: gets `POST` with `{"phone": "998…", "text": "…"}`',
    unset: 'texts are printed and kept to be read at `/api/Dev/Outbox`',
    inProduction: 'must be set',
  }),
  COUNTRY: z.string().min(2).default('uz').meta({
    group: 'people',
    description: 'Profile of the country: phone mask, currency, card systems, map, regions (`uz`, `kz`)',
  }),
  DEMO: onOff.default(true).meta({
    group: 'people',
    description: 'Fill an empty database with the demo world and its logins, whose passwords everybody knows',
    inProduction: 'never done',
  }),
  MAPS_KEY: z.string().optional().meta({
    group: 'outside',
    description: 'Key of the maps service; it reaches the browser',
    unset: 'the built-in map and search',
  }),
  MAP_TILES: z
    .union([z.literal('off'), tileAddress])
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .meta({
      group: 'outside',
      description:
        'Raster tiles over the built-in map, an address with `{z}`, `{x}`, `{y}`; `off`, or where they cannot be reached: the outline of the country alone',
    }),
  METRIKA_ID: z.string().regex(/^\d+$/).optional().meta({
    group: 'outside',
    description: 'Number of the analytics counter, which is loaded in production only',
    unset: 'no counter',
  }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
    group: 'watching',
    description: 'The least that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace`, or `silent`',
  }),
  METRICS_TOKEN: z.string().min(16).optional().meta({
    group: 'watching',
    description: 'Bearer token for `/metrics`, at least 16 characters',
    isSecret: true,
    unset: 'only this machine may read it',
  }),
});

const told = z.object({
  group: z.enum(['server', 'secrets', 'money', 'data', 'people', 'outside', 'watching']),
  description: z.string(),
  isSecret: z.boolean().default(false),
  unset: z.string().optional(),
  inProduction: z.string().optional(),
});

/** A variable as the reference tells of it. `fallback`: its value where it is not given, as it would be typed; null: none. */
export interface ConfigEntry extends z.output<typeof told> {
  readonly name: string;
  readonly fallback: string | null;
}

/** All variables of the environment, in the order of the reference. */
export function describeConfig(): ConfigEntry[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const given = schema.safeParse(undefined);
    const value: unknown = schema instanceof z.ZodDefault ? given.data : undefined;
    const fallback = value === undefined ? null : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
    return { name, fallback, ...told.parse(schema.meta()) };
  });
}

type Environment = z.output<typeof environment>;

/** The configuration as the program uses it. */
export interface Config extends Omit<Environment, 'PUBLIC_URL' | 'PAYMENT_URL' | 'SANDBOX_PORT'> {
  readonly isProduction: boolean;
  /** The site's address as visitors type it, without a slash at the end. */
  readonly publicUrl: string;
  /** The provider's address; null: the sandbox that this process starts. */
  readonly paymentUrl: string | null;
  /** The sandbox's port; null: none is started. */
  readonly sandboxPort: number | null;
}

/** The environment is wrong; the message says for each variable what is, in one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

function productionFaults(values: Environment): string[] {
  const faults: string[] = [];
  for (const name of ['JWT_SECRET', 'PAYMENT_SECRET'] as const) {
    if (values[name] === defaultSecrets[name]) faults.push(`${name}: must be set to a secret of its own in production`);
  }
  if (values.SMS_URL === undefined) faults.push('SMS_URL: production needs an SMS gateway');
  if (values.SANDBOX_PORT !== 'off') faults.push('SANDBOX_PORT: must be off in production, payments there are real');
  if (values.PAYMENT_URL === undefined) faults.push('PAYMENT_URL: production needs a payment provider');
  if (values.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: production needs the address that visitors type');
  if (!values.LIMITS) faults.push('LIMITS: may be off only outside production');
  return faults;
}

/** Parses the environment once. Throws `ConfigError` that names every wrong variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment is wrong.\n${lines.join('\n')}`);
  }
  const { PUBLIC_URL, PAYMENT_URL, SANDBOX_PORT, ...values } = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  const faults = isProduction ? productionFaults(parsed.data) : [];
  if (SANDBOX_PORT === 'off' && PAYMENT_URL === undefined && !isProduction) {
    faults.push('PAYMENT_URL: needed when SANDBOX_PORT is off');
  }
  if (faults.length > 0) throw new ConfigError(`The environment is wrong.\n${faults.join('\n')}`);
  return {
    ...values,
    isProduction,
    publicUrl: PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`,
    paymentUrl: PAYMENT_URL ?? null,
    sandboxPort: SANDBOX_PORT === 'off' ? null : SANDBOX_PORT,
  };
}
