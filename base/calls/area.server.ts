import type { FastifyInstance } from 'fastify';
import type { TaggedCache } from '#base/events/cache-tags.server.ts';
import type { Background, BackgroundJob } from '#base/process/background-jobs.server.ts';
import type { BoundCall } from './bound-call.server.ts';

/** What a server process runs for one area of the product. */
export interface Area {
  readonly calls?: readonly BoundCall[];
  readonly jobs?: readonly BackgroundJob[];
  /** Caches that the server invalidates by tags, whichever process drops them. */
  readonly caches?: readonly TaggedCache[];
  /** Throws where the composition has left out something that the area needs. Runs before the server starts. */
  check?(): void;
  /** Adds what is not a call to the part of the server below `/api`, before the calls. */
  register?(api: FastifyInstance): void;
  /** Adds what is served outside `/api` and is no page: files, sockets. */
  registerOutside?(app: FastifyInstance): void;
  /** Starts work that sets its own pace, unlike `jobs`. */
  start?(): Background;
  close?(): void;
}
