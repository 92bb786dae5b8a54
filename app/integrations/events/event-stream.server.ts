import type { FastifyRequest } from 'fastify';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { encodeEvents } from '#base/events/event-stream.server.ts';
import type { integrationsCalls } from '../integrations.calls.ts';
import { mostEventStreams } from '../scopes.ts';
import { SharedReads } from '../sockets/shared-reads.ts';
import { TokenPlaces } from '../sockets/token-places.ts';
import {
  type OpenPlaced,
  openFeed,
  type StreamedGoal,
  type StreamMessage,
  type StreamOptions,
} from './event-feed.server.ts';
import { createEventSockets } from './event-sockets.server.ts';
import { tooManyStreams } from './stream-failures.ts';
import { admitKey, type StreamOwner } from './stream-key.server.ts';
import { resumePoint } from './stream-query.ts';

const encode = ({ id, body }: StreamMessage) =>
  encodeEvents({ event: body.event, data: body, ...(id !== undefined && { id }) });

/** The stream of a person's events for his programs, as server-sent events and by web socket (docs/event-stream.md). */
export function createEventStream(options: StreamOptions) {
  const places = new TokenPlaces(mostEventStreams);
  const reads = {
    owners: new SharedReads<StreamOwner>(),
    goals: new SharedReads<StreamedGoal | null>(),
  };
  const openPlaced: OpenPlaced = async (owner, after) => {
    const free = places.take(owner.token);
    if (free === null) throw tooManyStreams({ retryAfter: 5 });
    try {
      const feed = await openFeed({ ...options, reads }, owner, after);
      return {
        begin: feed.begin,
        close() {
          feed.close();
          free();
        },
      };
    } catch (error) {
      free();
      throw error;
    }
  };
  const stream: Handlers<typeof integrationsCalls>['eventStream'] = async (
    { query },
    { request, reply, openEvents },
  ) => {
    const owner = await admitKey(options, request);
    const feed = await openPlaced(owner, resumePoint(request.headers['last-event-id'], query.after));
    try {
      // The key is no cookie, so that pages of every site may read what it opens.
      reply.header('access-control-allow-origin', '*');
      const events = openEvents();
      feed.begin({ send: (message) => events.send(encode(message)), end: () => events.end() });
      events.onClose(feed.close);
    } catch (error) {
      feed.close();
      throw error;
    }
  };
  return {
    stream,
    /** 401 comes before 400 (docs/rules.md#wire). */
    async verify(request: FastifyRequest): Promise<void> {
      await admitKey(options, request);
    },
    registerOutside: createEventSockets(options, openPlaced).registerOutside,
  };
}
