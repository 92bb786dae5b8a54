import { z } from 'zod';
import type { Call, CallInput, CallResult, Calls } from './call.ts';
import type { CallContext } from './call-context.server.ts';
import { queryReader } from './query-input.server.ts';
import { parseInput } from './validation.server.ts';

/** How an area answers one of its calls. */
export type Handler<C extends Call> = (input: CallInput<C>, context: CallContext) => Promise<CallResult<C>>;

/** An area's handlers: TypeScript refuses to compile while a call of the contract has none. */
export type Handlers<Contract extends Calls> = { readonly [Name in keyof Contract]: Handler<Contract[Name]> };

/** A call bound to its handler, with the types of both checked against each other. */
export interface BoundCall {
  readonly call: Call;
  run(raw: RawInput, context: CallContext): Promise<unknown>;
  parse(raw: RawInput): CallInput;
}

/** What a request brings, before anything of it is trusted. */
export interface RawInput {
  readonly rawQuery: string;
  readonly params: unknown;
  readonly body: unknown;
}

const emptyBody = z.strictObject({}).optional();

function bind<C extends Call>(call: C, handler: Handler<C>): BoundCall {
  const readQuery = queryReader(call.query);
  const bodySchema = call.body?.strict() ?? emptyBody;
  const parse = (raw: RawInput) => {
    const input = {
      query: parseInput(call.query ?? z.object({}), readQuery(raw.rawQuery)),
      params: parseInput(call.params ?? z.object({}), raw.params),
      body: call.form === 'upload' ? undefined : parseInput(bodySchema, raw.body ?? undefined),
    };
    // The three schemas of this very call have just made it: its type follows from theirs.
    return input as CallInput<C>;
  };
  return { call, parse, run: async (raw, context) => handler(parse(raw), context) };
}

/** Binds an area's contract to its handlers. */
export function bindCalls<Contract extends Calls>(contract: Contract, handlers: Handlers<Contract>): BoundCall[] {
  return Object.keys(contract).flatMap((name) => {
    const call = contract[name];
    const handler = handlers[name];
    return call && handler ? [bind(call, handler)] : [];
  });
}
