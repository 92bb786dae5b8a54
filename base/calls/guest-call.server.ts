import { z } from 'zod';
import type { BoundCall, WireInput } from './bound-call.server.ts';
import type { Call, CallAnswer, CallArguments } from './call.ts';
import type { CallName, CallNamed, InsideCall } from './call-client.ts';
import type { CallContext } from './call-context.server.ts';
import type { CallServices } from './call-services.server.ts';

type Tag = (...tags: string[]) => void;

function insideOnly(): never {
  throw new Error('this call needs a request and cannot run inside the server');
}

function guestContext(services: CallServices, tag: Tag): CallContext {
  return {
    db: services.db,
    database: services.db,
    transaction: (work) => services.db.transaction(work),
    caller: null,
    network: '127.0.0.1',
    limits: services.limits,
    isKeyed: false,
    claim: insideOnly,
    conclude: insideOnly,
    tag,
    note: () => undefined,
    record: insideOnly,
    openEvents: insideOnly,
    get request() {
      return insideOnly();
    },
    get reply() {
      return insideOnly();
    },
  };
}

/**
 * Runs reading guest calls inside the server, without HTTP, for page rendering. Returns the wire form and passes the handler's tags
 * to `tag`. Answers that are the same for every guest are kept for the pages that ask for them at the same time.
 */
export function createGuestCaller<C extends Call>(bound: readonly BoundCall[], services: CallServices): InsideCall<C> {
  const byName = new Map(bound.map((one) => [`${one.call.method} ${one.call.path}`, one]));
  return async <Name extends CallName<C>>(
    name: Name,
    input: CallArguments<CallNamed<C, Name>>,
    tag: Tag = () => undefined,
  ): Promise<CallAnswer<CallNamed<C, Name>>> => {
    const one = byName.get(name);
    if (one === undefined || one.call.method !== 'GET' || one.call.access !== 'guest') {
      throw new Error(`${name} is not a guest's reading call`);
    }
    const { call } = one;
    const wire: WireInput = input;
    const read = async (to: Tag) => z.encode(call.answer, await one.runWith(wire, guestContext(services, to)));
    const answer =
      call.cacheSeconds === undefined || services.answers === null
        ? await read(tag)
        : await services.answers.inside(`${name} ${JSON.stringify(wire)}`, tag, read);
    // Encoded by the schema of the named call, so it has that type.
    return answer as CallAnswer<CallNamed<C, Name>>;
  };
}
