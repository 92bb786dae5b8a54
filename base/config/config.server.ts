import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { clickNeeds, clickOfSandbox } from './click-environment.server.ts';
import { ConfigError, explainIssues } from './config-error.server.ts';
import { defaultSecrets, environment } from './environment.server.ts';
import { type MessageSettings, senderFaults, sendersOf } from './message-environment.server.ts';
import { paymeCardNeeds, paymeCardOfSandbox, paymeNeeds, paymeOfSandbox } from './payme-environment.server.ts';
import { secretsIn } from './secrets.server.ts';
import { stripeNeeds, stripeOfSandbox } from './stripe-environment.server.ts';

const described = z.object({
  group: z.enum(['server', 'secrets', 'money', 'messages', 'data', 'people', 'outside', 'watching']),
  description: z.string(),
  form: z.string().optional(),
  isSecret: z.boolean().default(false),
  unset: z.string().optional(),
  inProduction: z.string().optional(),
});

/** A variable's entry in the reference. `fallback`: its default as it would be typed; null: none. */
export interface ConfigEntry extends z.output<typeof described> {
  readonly name: string;
  readonly fallback: string | null;
}

/** Describes all variables of the environment, in the order of the reference. */
export function describeConfig(): ConfigEntry[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const given = schema.safeParse(undefined);
    const value: unknown = schema instanceof z.ZodDefault ? given.data : undefined;
    const fallback = value === undefined ? null : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
    return { name, fallback, ...described.parse(schema.meta()) };
  });
}

/** What the demo world promises where the operator promises nothing. */
const demoPayoutDays = 3;

type Environment = z.output<typeof environment>;

/** The configuration as the program uses it. */
export interface Config
  extends MessageSettings,
    Omit<Environment, 'PUBLIC_URL' | 'PAYMENT_URL' | 'PAYOUT_DAYS' | 'SANDBOX_PORT' | 'SMS'> {
  readonly isProduction: boolean;
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
  /** The payment gateway's address; null: the sandbox that this process starts, if any. */
  readonly paymentUrl: string | null;
  /** Working days in which a payout is decided; null: nothing is promised. */
  readonly payoutDays: number | null;
  /** The sandbox's port; null: no sandbox. */
  readonly sandboxPort: number | null;
}

function productionFaults(values: Environment): string[] {
  const faults: string[] = [];
  const hasGateway = values.PAYMENT.includes('gateway');
  for (const name of ['JWT_SECRET', ...(hasGateway ? (['PAYMENT_SECRET'] as const) : [])] as const) {
    if (secretsIn(values[name]).includes(defaultSecrets[name]))
      faults.push(`${name}: must be set to a secret of its own in production`);
  }
  if (sendersOf(values).length === 0) faults.push('SMS: production needs a sender of codes, or SMS_URL');
  if (values.SANDBOX_PORT !== 'off') faults.push('SANDBOX_PORT: must be off in production, payments there are real');
  if (hasGateway && values.PAYMENT_URL === undefined) faults.push('PAYMENT_URL: production needs a payment gateway');
  if (values.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: production needs the address that visitors type');
  if (values.PAYME_KEY?.includes(paymeOfSandbox.PAYME_KEY))
    faults.push('PAYME_KEY: must be the key of a cash register of yours');
  if (values.PAYME_CARD_KEY?.includes(paymeCardOfSandbox.PAYME_CARD_KEY))
    faults.push('PAYME_CARD_KEY: must be the key of a cash register of yours');
  if (values.CLICK_SECRET_KEY?.includes(clickOfSandbox.CLICK_SECRET_KEY))
    faults.push('CLICK_SECRET_KEY: must be the key of a service of yours');
  if (values.STRIPE_SECRET_KEY?.includes(stripeOfSandbox.STRIPE_SECRET_KEY))
    faults.push('STRIPE_SECRET_KEY: must be the key of an account of yours');
  if (values.STRIPE_WEBHOOK_SECRET?.includes(stripeOfSandbox.STRIPE_WEBHOOK_SECRET))
    faults.push('STRIPE_WEBHOOK_SECRET: must be the secret of an endpoint of yours');
  if (values.TELEGRAM_WEBHOOK && !values.PUBLIC_URL?.startsWith('https:'))
    faults.push('TELEGRAM_WEBHOOK: Telegram calls only a PUBLIC_URL that begins with https://');
  if (!values.LIMITS) faults.push('LIMITS: may be off only outside production');
  return faults;
}

/** The settings with those of the stand-ins that run, where nothing else is given. */
function withStandIns(values: Environment): Environment {
  if (values.SANDBOX_PORT === 'off') return values;
  const isFree = (names: readonly (keyof Environment)[]) => names.every((name) => values[name] === undefined);
  return {
    ...values,
    ...(values.SANDBOX.includes('payme') && isFree(paymeNeeds) && paymeOfSandbox),
    ...(values.SANDBOX.includes('payme-card') && isFree(paymeCardNeeds) && paymeCardOfSandbox),
    ...(values.SANDBOX.includes('click') && isFree(clickNeeds) && clickOfSandbox),
    ...(values.SANDBOX.includes('stripe') && isFree(stripeNeeds) && stripeOfSandbox),
  };
}

/** What the systems of `PAYMENT` lack. */
function missingNeeds(values: Environment): string[] {
  const needs: readonly (readonly [(typeof values.PAYMENT)[number], readonly (keyof Environment)[]])[] = [
    ['payme', paymeNeeds],
    ['payme-card', paymeCardNeeds],
    ['click', clickNeeds],
    ['stripe', stripeNeeds],
  ];
  return needs.flatMap(([system, names]) =>
    values.PAYMENT.includes(system)
      ? names.filter((name) => values[name] === undefined).map((name) => `${name}: needed by ${system} of PAYMENT`)
      : [],
  );
}

/** The address of a server that listens on a host and a port. */
export const originOf = (host: string, port: number | string): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/** A line break or another control character, which no value needs and some parsers drop. */
const controlCharacter = /\p{Cc}/u;

/** Parses the environment. Throws `ConfigError` that names every invalid variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const unfit = Object.keys(environment.shape).filter((name) => controlCharacter.test(given[name] ?? ''));
  if (unfit.length > 0)
    throw new ConfigError(unfit.map((name) => `${name}: has a line break or a control character`).join('\n'));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const entries = new Map(describeConfig().map((entry) => [entry.name, entry]));
    throw new ConfigError(explainIssues(parsed.error.issues, entries, given));
  }
  const complete = withStandIns(parsed.data);
  const { PUBLIC_URL, PAYMENT_URL, PAYOUT_DAYS, SANDBOX_PORT, ...values } = complete;
  const isProduction = values.NODE_ENV === 'production';
  const faults = [...senderFaults(parsed.data), ...(isProduction ? productionFaults(parsed.data) : [])];
  const isGatewayMissing = SANDBOX_PORT === 'off' && PAYMENT_URL === undefined;
  if (isGatewayMissing && values.PAYMENT.includes('gateway') && !isProduction) {
    faults.push('PAYMENT_URL: needed when SANDBOX_PORT is off');
  }
  faults.push(...missingNeeds(complete));
  if (SANDBOX_PORT === values.PORT && values.PORT !== 0)
    faults.push(`SANDBOX_PORT: is ${values.PORT}, which is PORT: choose another one, or off`);
  if (values.DATABASE_LISTEN_URL !== undefined && values.DATABASE_URL === undefined) {
    faults.push('DATABASE_LISTEN_URL: needs DATABASE_URL, the address of the pooler');
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return {
    ...values,
    SMS: sendersOf(parsed.data),
    isProduction,
    publicUrl: PUBLIC_URL ?? originOf(values.HOST, values.PORT),
    paymentUrl: PAYMENT_URL ?? null,
    payoutDays: PAYOUT_DAYS ?? (values.DEMO && !isProduction ? demoPayoutDays : null),
    sandboxPort: SANDBOX_PORT === 'off' ? null : SANDBOX_PORT,
  };
}
