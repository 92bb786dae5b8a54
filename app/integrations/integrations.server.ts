import type { FastifyInstance } from 'fastify';
import type { CountryProfile } from '#app/country.ts';
import { projectOfUser } from '#app/creators/creators.server.ts';
import type { PaidDonation } from '#app/donations/paid-donation.server.ts';
import { requireLastingLogin, requireLiveSession } from '#app/identity/identity.server.ts';
import type { PaidOrder } from '#app/orders/order-owner.server.ts';
import { type ApprovedDonations, shownTimes } from '#app/widgets/shown-times-store.server.ts';
import type { Area } from '#base/calls/area.server.ts';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Config } from '#base/config/config.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import type { EventHub } from '#base/events/live.server.ts';
import { outerUrlFault } from '#base/outer/outer-address.server.ts';
import { applicationHandlers } from './applications/application-handlers.server.ts';
import { sweepCodes } from './applications/grant-store.server.ts';
import { registerOAuth } from './applications/oauth-routes.server.ts';
import { applicationsCalls } from './applications.calls.ts';
import { createCentrifuge } from './centrifuge/centrifuge.server.ts';
import { createSocketTokens } from './centrifuge/socket-tokens.server.ts';
import type { StreamOptions } from './events/event-feed.server.ts';
import { createEventStream } from './events/event-stream.server.ts';
import { tooManyTokens, tooManyWebhooks, webhookOff } from './integration-failures.ts';
import { integrationsCalls } from './integrations.calls.ts';
import { insertToken, readTokens, removeToken } from './read-api/access-token-store.server.ts';
import { type ReadApiOptions, registerReadApi } from './read-api/read-api.server.ts';
import { createSigningSecrets, type SigningSecrets } from './sealed-secret.server.ts';
import { createDonationSockets } from './sockets/donation-sockets.server.ts';
import { endSockets, type SocketOptions } from './sockets/socket-feed.server.ts';
import { sweepDeliveries } from './webhooks/delivery-queue-store.server.ts';
import { createDeliveryRun } from './webhooks/delivery-run.server.ts';
import { membershipWebhooks } from './webhooks/membership-webhooks.server.ts';
import {
  bodyOf,
  sendDonationPaid,
  sendDonationsShown,
  sendDonationsUpdated,
  sendOrderPaid,
} from './webhooks/webhook-events.server.ts';
import {
  insertDelivery,
  insertWebhook,
  readDeliveries,
  readWebhook,
  readWebhooks,
  removeWebhook,
  restartDelivery,
  updateWebhook,
} from './webhooks/webhooks-store.server.ts';

const sending: Budget = {
  name: 'webhook-send',
  points: 20,
  seconds: 60,
  message: 'Не больше 20 отправок в минуту. Подождите немного',
};
const adding: Budget = {
  name: 'webhook-add',
  points: 20,
  seconds: 3_600,
  message: 'Не больше 20 новых адресов в час. Подождите немного',
};

type TokenCalls = 'tokens' | 'createToken' | 'deleteToken';

const tokenHandlers: Pick<Handlers<typeof integrationsCalls>, TokenCalls> = {
  tokens: async (_, context) => {
    const rows = await readTokens(context.db, callerOf(context).userId);
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: isoOrNull(row.lastUsedAt),
    }));
  },
  createToken: async ({ body }, context) => {
    const caller = callerOf(context);
    await requireLastingLogin(context.db, caller);
    const made = await context.transaction(async (tx) => {
      const token = await insertToken(tx, caller.userId, body);
      await requireLiveSession(tx, caller);
      return token;
    });
    if (made === null) throw tooManyTokens();
    return made;
  },
  deleteToken: async ({ query: { id } }, context) => {
    const { userId } = callerOf(context);
    const isGone = await context.transaction(async (tx) => {
      const isRemoved = await removeToken(tx, id, userId);
      const project = isRemoved ? await projectOfUser(tx, userId) : null;
      if (project !== null) await endSockets(tx, project);
      return isRemoved;
    });
    if (!isGone) throw failures.notFound();
    return {};
  },
};

type LogCalls = 'webhooks' | 'deleteWebhook' | 'testWebhook' | 'deliveries' | 'redeliver';

const logHandlers: Pick<Handlers<typeof integrationsCalls>, LogCalls> = {
  webhooks: async (_, context) => {
    const rows = await readWebhooks(context.db, callerOf(context).userId);
    return rows.map((row) => ({
      ...row,
      switchedOffAt: isoOrNull(row.switchedOffAt),
      createdAt: row.createdAt.toISOString(),
    }));
  },
  deleteWebhook: async ({ query: { id } }, context) => {
    const isGone = await context.transaction((tx) => removeWebhook(tx, id, callerOf(context).userId));
    if (!isGone) throw failures.notFound();
    return {};
  },
  testWebhook: async ({ query: { id } }, context) => {
    const webhook = await readWebhook(context.db, id, callerOf(context).userId);
    if (webhook === null) throw failures.notFound();
    if (!webhook.isOn) throw webhookOff();
    await context.limits.spend(sending, callerOf(context).userId);
    const body = bodyOf('ping', { message: 'Проверка связи' });
    const deliveryId = await context.transaction((tx) => insertDelivery(tx, id, 'ping', body));
    if (deliveryId === null) throw failures.notFound();
    return { deliveryId };
  },
  deliveries: async ({ query: { webhookId, Skip, Take } }, context) => {
    if ((await readWebhook(context.db, webhookId, callerOf(context).userId)) === null) throw failures.notFound();
    const { items, count } = await readDeliveries(context.db, webhookId, Skip, Take);
    return {
      count,
      items: items.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        nextAt: isoOrNull(row.nextAt),
        deliveredAt: isoOrNull(row.deliveredAt),
      })),
    };
  },
  redeliver: async ({ query: { id } }, context) => {
    await context.limits.spend(sending, callerOf(context).userId);
    const result = await context.transaction((tx) => restartDelivery(tx, id, callerOf(context).userId));
    if (result === 'missing') throw failures.notFound();
    if (result === 'off') throw webhookOff();
    return {};
  },
};

/** Answers the calls of a creator's own programs. `isOpen`: http and inner networks are allowed. */
function createHandlers(
  secrets: SigningSecrets,
  isOpen: boolean,
): Omit<Handlers<typeof integrationsCalls>, 'eventStream'> {
  const checkUrl = (url: string) => {
    const fault = outerUrlFault(url, isOpen);
    if (fault !== null) throw failures.validationFailed({ message: fault, fields: { url: fault } });
  };
  return {
    ...tokenHandlers,
    ...logHandlers,
    createWebhook: async ({ body: { url, events } }, context) => {
      checkUrl(url);
      const caller = callerOf(context);
      const personId = caller.userId;
      await requireLastingLogin(context.db, caller);
      await context.limits.spend(adding, personId);
      const project = await projectOfUser(context.db, personId);
      if (project === null) throw failures.notFound();
      const { secret, sealed } = secrets.issue();
      const webhook = { personId, projectId: project.projectId, url, events, sealed };
      const id = await context.transaction(async (tx) => {
        const made = await insertWebhook(tx, webhook);
        await requireLiveSession(tx, caller);
        return made;
      });
      if (id === null) throw tooManyWebhooks();
      return { id, secret };
    },
    changeWebhook: async ({ body }, context) => {
      checkUrl(body.url);
      const caller = callerOf(context);
      const before = await readWebhook(context.db, body.id, caller.userId);
      if (before !== null && before.url !== body.url) await requireLastingLogin(context.db, caller);
      const isDone = await context.transaction((tx) => updateWebhook(tx, caller.userId, body));
      if (!isDone) throw failures.notFound();
      return {};
    },
  };
}

interface IntegrationsOptions {
  readonly db: Database;
  readonly config: Pick<Config, 'JWT_SECRET' | 'isProduction' | 'publicUrl'>;
  readonly country: Pick<CountryProfile, 'currencyCode'>;
  readonly limits: Limits;
  readonly hub: EventHub;
  readonly donations: {
    readonly after: SocketOptions['donationsAfter'];
    readonly lastNumber: SocketOptions['lastNumber'];
    readonly page: ReadApiOptions['donationPage'];
    paidDonations(db: Queryable, ids: readonly string[]): Promise<readonly PaidDonation[]>;
  };
  readonly widgets: Pick<StreamOptions, 'readGoal'>;
}

const hour = 3_600_000;

/** Creates the area. */
export function createIntegrations({ db, config, country, limits, hub, donations, widgets }: IntegrationsOptions) {
  const { currencyCode } = country;
  const secrets = createSigningSecrets(config.JWT_SECRET);
  const isOpen = !config.isProduction;
  const deliveries = createDeliveryRun({ db, secrets, isOpen });
  const { publicUrl } = config;
  const socketTokens = createSocketTokens(config.JWT_SECRET);
  const connectionToken = socketTokens.issueConnection;
  const readApi = { db, limits, publicUrl, currencyCode, donationPage: donations.page, shownTimes, connectionToken };
  const { after: donationsAfter, lastNumber } = donations;
  const followed = { db, hub, limits, currencyCode, donationsAfter, lastNumber };
  const sockets = createDonationSockets(followed);
  const centrifuge = createCentrifuge({ ...followed, publicUrl, shownTimes, tokens: socketTokens });
  const events = createEventStream({ db, hub, limits, currencyCode, readGoal: widgets.readGoal });
  const handlers = { ...createHandlers(secrets, isOpen), eventStream: events.stream };
  return {
    calls: [
      ...bindCalls(integrationsCalls, handlers, { eventStream: events.verify }),
      ...bindCalls(applicationsCalls, applicationHandlers),
    ],
    jobs: [
      { name: 'webhooks', everyMilliseconds: 1_000, run: () => deliveries.begin(), stop: () => deliveries.stop() },
      { name: 'old webhook messages', everyMilliseconds: hour, run: () => sweepDeliveries(db) },
      { name: 'old codes of applications', everyMilliseconds: hour, run: () => sweepCodes(db) },
    ],
    register(api: FastifyInstance): void {
      registerReadApi(api, readApi);
      centrifuge.register(api);
    },
    registerOutside(app: FastifyInstance): void {
      sockets.registerOutside(app);
      events.registerOutside(app);
      centrifuge.registerOutside(app);
      registerOAuth(app, { db, limits });
    },
    sendDonationPaid: (tx: Tx, donation: PaidDonation) => sendDonationPaid(tx, donation, currencyCode),
    sendDonationsUpdated: (tx: Tx, approved: ApprovedDonations) =>
      sendDonationsUpdated(tx, approved, { currency: currencyCode, paidDonations: donations.paidDonations }),
    sendDonationsShown,
    memberships: membershipWebhooks(currencyCode),
    sendOrderPaid: (tx: Tx, order: PaidOrder) => sendOrderPaid(tx, order, currencyCode),
  } satisfies Area & Record<string, unknown>;
}
