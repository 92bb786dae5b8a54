import { z } from 'zod';
import type { BoundCall, WireInput } from './bound-call.server.ts';
import type { Call, CallAnswer, CallArguments } from './call.ts';
import type { CallName, CallNamed, InsideCall } from './call-client.ts';
import type { CallContext } from './call-context.server.ts';
import type { CallServices } from './http.server.ts';

type Tag = (...tags: string[]) => void;

function insideOnly(): never {
  throw new Error('this call needs a request, it cannot be made from inside the server');
}

function guestContext(services: CallServices, tag: Tag): CallContext {
  return {
    db: services.db,
    database: services.db,
    transaction: (work) => services.db.transaction(work),
    caller: null,
    address: '127.0.0.1',
    limits: services.limits,
    idempotencySubject: null,
    tag,
    note: () => undefined,
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
 * Makes reading guest calls from inside the server, without HTTP, for pages that are rendered. Answers the wire form.
 * Tags that the handler names are handed to `tag`.
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
      throw new Error(`${name} is no reading call of a guest`);
    }
    const wire: WireInput = input;
    const result = await one.runWith(wire, guestContext(services, tag));
    // The schema of the named call has just made it: its type is the contract's.
    return z.encode(one.call.answer, result) as CallAnswer<CallNamed<C, Name>>;
  };
}
