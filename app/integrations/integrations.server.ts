import type { BackgroundJob } from '#base/background.server.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import { callerOf } from '#base/call-context.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { projectOfUser } from '../creators/creators.server.ts';
import { insertToken, readTokens, removeToken } from './access-token-store.server.ts';
import { sweepDeliveries } from './delivery-queue-store.server.ts';
import { type DeliveryRunOptions, runDeliveries } from './delivery-run.server.ts';
import { tooManyTokens, tooManyWebhooks, webhookOff } from './integration-failures.ts';
import type { integrationsCalls } from './integrations.calls.ts';
import { webhookUrlFault } from './outer-address.server.ts';
import type { WebhookEvent } from './scopes.ts';
import type { SigningSecrets } from './sealed-secret.server.ts';
import {
  insertDeliveries,
  insertDelivery,
  insertWebhook,
  readDeliveries,
  readWebhook,
  readWebhooks,
  removeWebhook,
  restartDelivery,
  updateWebhook,
} from './webhooks-store.server.ts';

const told = (moment: Date | null) => moment?.toISOString() ?? null;

const bodyOf = (event: string, data: unknown) => JSON.stringify({ event, createdAt: new Date().toISOString(), data });

/**
 * Writes a message to every address of a project that listens, in the transaction of what it tells of; they go out once it is
 * committed. Told twice of the same subject, an address hears it once.
 */
export async function tellWebhooks(
  tx: Tx,
  told: { projectId: string; event: WebhookEvent; subject: string; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { projectId, event, subject, data } = told;
  await insertDeliveries(tx, { projectId, event, subject, body: bodyOf(event, data) });
}

/** What has to be done again and again, in any number of processes. */
export function integrationJobs(options: DeliveryRunOptions): BackgroundJob[] {
  return [
    { name: 'webhooks', everyMilliseconds: 1_000, run: () => runDeliveries(options) },
    { name: 'old webhook messages', everyMilliseconds: 3_600_000, run: () => sweepDeliveries(options.db) },
  ];
}

export interface IntegrationDeps {
  readonly secrets: SigningSecrets;
  /** Outside production: http and inner networks are allowed. */
  readonly isOpen: boolean;
}

type TokenCalls = 'tokens' | 'createToken' | 'deleteToken';

const tokenHandlers: Pick<Handlers<typeof integrationsCalls>, TokenCalls> = {
  tokens: async (_, context) => {
    const rows = await readTokens(context.db, callerOf(context).userId);
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), lastUsedAt: told(row.lastUsedAt) }));
  },
  createToken: async ({ body }, context) => {
    const made = await context.transaction((tx) => insertToken(tx, callerOf(context).userId, body));
    if (made === null) throw tooManyTokens.because();
    return made;
  },
  deleteToken: async ({ query: { id } }, context) => {
    const isGone = await context.transaction((tx) => removeToken(tx, id, callerOf(context).userId));
    if (!isGone) throw failures.notFound.because();
    return {};
  },
};

type LogCalls = 'webhooks' | 'deleteWebhook' | 'testWebhook' | 'deliveries' | 'redeliver';

const logHandlers: Pick<Handlers<typeof integrationsCalls>, LogCalls> = {
  webhooks: async (_, context) => {
    const rows = await readWebhooks(context.db, callerOf(context).userId);
    return rows.map((row) => ({
      ...row,
      switchedOffAt: told(row.switchedOffAt),
      createdAt: row.createdAt.toISOString(),
    }));
  },
  deleteWebhook: async ({ query: { id } }, context) => {
    const isGone = await context.transaction((tx) => removeWebhook(tx, id, callerOf(context).userId));
    if (!isGone) throw failures.notFound.because();
    return {};
  },
  testWebhook: async ({ query: { id } }, context) => {
    const webhook = await readWebhook(context.db, id, callerOf(context).userId);
    if (webhook === null) throw failures.notFound.because();
    if (!webhook.isOn) throw webhookOff.because();
    const body = bodyOf('ping', { message: 'Проверка связи' });
    return { deliveryId: await context.transaction((tx) => insertDelivery(tx, id, 'ping', body)) };
  },
  deliveries: async ({ query: { webhookId, Skip, Take } }, context) => {
    if ((await readWebhook(context.db, webhookId, callerOf(context).userId)) === null)
      throw failures.notFound.because();
    const { items, count } = await readDeliveries(context.db, webhookId, Skip, Take);
    return {
      count,
      items: items.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        nextAt: told(row.nextAt),
        deliveredAt: told(row.deliveredAt),
      })),
    };
  },
  redeliver: async ({ query: { id } }, context) => {
    const result = await context.transaction((tx) => restartDelivery(tx, id, callerOf(context).userId));
    if (result === 'missing') throw failures.notFound.because();
    if (result === 'off') throw webhookOff.because();
    return {};
  },
};

/** Answers the calls of a creator's own programs. */
export function createIntegrationHandlers({ secrets, isOpen }: IntegrationDeps): Handlers<typeof integrationsCalls> {
  const checkUrl = (url: string) => {
    const fault = webhookUrlFault(url, isOpen);
    if (fault !== null) throw failures.validationFailed.because({ message: fault, fields: { url: fault } });
  };
  return {
    ...tokenHandlers,
    ...logHandlers,
    createWebhook: async ({ body: { url, events } }, context) => {
      checkUrl(url);
      const { userId: personId } = callerOf(context);
      const project = await projectOfUser(context.db, personId);
      if (project === null) throw failures.notFound.because();
      const { secret, sealed } = secrets.issue();
      const webhook = { personId, projectId: project.projectId, url, events, sealed };
      const id = await context.transaction((tx) => insertWebhook(tx, webhook));
      if (id === null) throw tooManyWebhooks.because();
      return { id, secret };
    },
    changeWebhook: async ({ body }, context) => {
      checkUrl(body.url);
      const isDone = await context.transaction((tx) => updateWebhook(tx, callerOf(context).userId, body));
      if (!isDone) throw failures.notFound.because();
      return {};
    },
  };
}
