import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call, CallInput, CallResult, Calls } from './call.ts';
import type { CallContext } from './call-context.server.ts';
import { paramsReader, queryReader } from './query-input.server.ts';
import { parseInput } from './validation.server.ts';

/** The handler of a call. */
type Handler<C extends Call> = (input: CallInput<C>, context: CallContext) => Promise<CallResult<C>>;

/** An area's handlers: TypeScript refuses to compile while a call of the contract has none. */
export type Handlers<Contract extends Calls> = { readonly [Name in keyof Contract]: Handler<Contract[Name]> };

/** Arguments of a call in wire form. */
export interface WireInput {
  readonly query?: unknown;
  readonly params?: unknown;
  readonly body?: unknown;
}

/** Throws if a request lacks a valid signature. */
export type Verifier = (request: FastifyRequest) => void | Promise<void>;

/** A call with its handler. */
export interface BoundCall {
  readonly call: Call;
  readonly verify?: Verifier;
  run(raw: RawInput, context: CallContext): Promise<unknown>;
  /** Runs with arguments in wire form, from inside the server. */
  runWith(input: WireInput, context: CallContext): Promise<unknown>;
  parse(raw: RawInput): CallInput;
}

/** The unparsed input of a request. */
export interface RawInput {
  readonly rawQuery: string;
  readonly params: unknown;
  readonly body: unknown;
}

const emptyBody = z.strictObject({}).optional();

/** A body may be one of several objects, each of them strict. */
const isStrict = ({ additionalProperties, oneOf }: z.core.JSONSchema.BaseSchema): boolean =>
  additionalProperties === false || (oneOf !== undefined && oneOf.length > 0 && oneOf.every(isStrict));

/** A body schema that accepts unknown members would let a client set what it must not. */
function refuseLooseBody(call: Call): void {
  if (call.body === undefined) return;
  if (!isStrict(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })))
    throw new Error(`the body of ${call.method} ${call.path} must be a strict object`);
}

function bind<C extends Call>(call: C, handler: Handler<C>, verify: Verifier | undefined): BoundCall {
  const readQuery = queryReader(call.query);
  const readParams = paramsReader(call.params);
  const bodySchema = call.body ?? emptyBody;
  refuseLooseBody(call);
  const parseWire = ({ query, params, body }: WireInput) => {
    const input = {
      query: parseInput(call.query ?? z.object({}), query ?? {}),
      params: parseInput(call.params ?? z.object({}), params ?? {}),
      body: call.form === 'upload' ? undefined : parseInput(bodySchema, body ?? undefined),
    };
    // Parsed by the three schemas of this call, so it has their type.
    return input as CallInput<C>;
  };
  const parse = ({ rawQuery, params, body }: RawInput) =>
    parseWire({ query: readQuery(rawQuery), params: readParams(params), body });
  return {
    call,
    ...(verify && { verify }),
    parse,
    run: async (raw, context) => handler(parse(raw), context),
    runWith: async (input, context) => handler(parseWire(input), context),
  };
}

/**
 * Binds an area's contract to its handlers. `verifiers` are for calls of access `key` whose secret signs the whole body: an unsigned
 * request is refused before its input is parsed.
 */
export function bindCalls<Contract extends Calls>(
  contract: Contract,
  handlers: Handlers<Contract>,
  verifiers: { readonly [Name in keyof Contract]?: Verifier } = {},
): BoundCall[] {
  return Object.keys(contract).flatMap((name) => {
    const call = contract[name];
    const handler = handlers[name];
    return call && handler ? [bind(call, handler, verifiers[name])] : [];
  });
}
