import { z } from 'zod';

const defaultSecrets = { JWT_SECRET: 'opora-development-jwt-secret', PAYMENT_SECRET: 'opora-sandbox-secret' } as const;

const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const onOff = z.enum(['on', 'off']).transform((word) => word === 'on');

/** The environment, variable by variable; the README's table says the same in words. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  SANDBOX_PORT: z.union([z.literal('off'), port]).default(3001),
  PAYMENT_URL: address.optional(),
  PAYMENT_SECRET: z.string().min(16).default(defaultSecrets.PAYMENT_SECRET),
  JWT_SECRET: z.string().min(16).default(defaultSecrets.JWT_SECRET),
  SMS_URL: address.optional(),
  COUNTRY: z.string().min(2).default('uz'),
  DEMO: onOff.default(true),
  MAPS_KEY: z.string().optional(),
  MAP_TILES: z
    .union([z.literal('off'), z.string().regex(/^https?:\/\/[^{}\s]+\/.*\{z\}.*\{x\}.*\{y\}/)])
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  METRIKA_ID: z.string().regex(/^\d+$/).optional(),
  IMAGE_STORE: z.string().optional(),
  LIMITS: onOff.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
});

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
