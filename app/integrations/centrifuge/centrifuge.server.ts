import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { sendFailure, sendOverloaded } from '#base/http/envelope.server.ts';
import { passUpgrades, upgradeOf } from '#base/http/upgrades.server.ts';
import { networkOf } from '#base/process/network-of.ts';
import { noWebSocket } from '../integration-failures.ts';
import { numberOfPerson } from '../read-api/person-number-store.server.ts';
import { admit } from '../read-api/read-api.server.ts';
import type { ReadableDonation } from '../readable-donation.ts';
import { mostSockets, subscribeScope } from '../scopes.ts';
import { AnsweringServer } from '../sockets/answering-socket.server.ts';
import { Heartbeat } from '../sockets/heartbeat.server.ts';
import { knocking } from '../sockets/knocking.server.ts';
import { SharedReads } from '../sockets/shared-reads.ts';
import { TokenPlaces } from '../sockets/token-places.ts';
import { Connection, type ConnectionOptions, endSocket } from './connection.server.ts';
import { channelOf, ends } from './protocol.ts';

type CentrifugeOptions = Omit<ConnectionOptions, 'places' | 'reads'>;

const path = '/connection/websocket';

const longestMessage = 10_000;

const asked = z.object({ client: wireId, channels: z.array(z.string().max(200)).min(1).max(20) });

/** Serves the donations of creators in the protocol of Centrifugo 2, as DonationAlerts does (docs/decisions/0086-programs-of-donationalerts.md). */
export function createCentrifuge(options: CentrifugeOptions) {
  const { tokens, db } = options;
  const server = new AnsweringServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('centrifuge-json') ? 'centrifuge-json' : false),
  });
  const heartbeat = new Heartbeat(server.clients);
  const connections: ConnectionOptions = {
    ...options,
    places: new TokenPlaces(mostSockets),
    reads: { allowed: new SharedReads<boolean>(), donations: new SharedReads<readonly ReadableDonation[]>() },
  };
  let isClosing = false;

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (isClosing) return sendOverloaded(reply);
    try {
      await options.limits.spendByNetwork(knocking, networkOf(request.ip));
      const upgrade = upgradeOf(request.raw);
      if (upgrade === undefined) throw noWebSocket();
      reply.hijack();
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        socket.on('error', () => socket.terminate());
        heartbeat.watch(socket);
        if (isClosing) endSocket(socket, ends.shutdown);
        else new Connection(connections, socket);
      });
      return undefined;
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  }

  /** The rights to channels for a connection. Channels of others, and those of goals and polls, are left out. */
  async function subscribe(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const reader = await admit(options, subscribeScope, request, reply);
    if (reader === null) return reply;
    reply.header('cache-control', 'no-store');
    const parsed = asked.safeParse(request.body);
    if (!parsed.success) {
      const fields = [...new Set(parsed.error.issues.map(({ path: [name] }) => String(name ?? 'channels')))];
      const errors = Object.fromEntries(fields.map((name) => [name, [`The ${name} field is invalid.`]]));
      return reply.code(422).send({ message: 'The given data was invalid.', errors });
    }
    const { client, channels } = parsed.data;
    const own = channelOf(await numberOfPerson(db, reader.project.userId));
    if (!channels.includes(own)) return reply.code(403).send({ message: `Only ${own} may be subscribed to.` });
    const token = tokens.issueSubscription({ token: reader.tokenId, client, channel: own });
    return reply.send({ channels: [{ channel: own, token }] });
  }

  return {
    register(api: FastifyInstance): void {
      api.post('/v1/centrifuge/subscribe', subscribe);
    },
    registerOutside(app: FastifyInstance): void {
      app.route({ method: 'GET', url: path, onRequest: open, handler: async (_, reply) => reply });
      passUpgrades(app, (url) => url === path || url.startsWith(`${path}?`));
      app.addHook('preClose', async () => {
        isClosing = true;
        heartbeat.stop();
        for (const socket of server.clients) endSocket(socket, ends.shutdown);
      });
    },
  };
}
