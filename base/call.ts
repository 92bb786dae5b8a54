import { z } from 'zod';
import type { Failure } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may make a call. `key`: whoever holds a secret that the handler itself checks. */
export type Access = 'guest' | 'user' | 'moderator' | 'admin' | 'key';

type Shape = z.ZodObject;

/** What a contract entry says besides its address. Access and answer are required by type. */
type CallOptions = CommonOptions & FormOptions;

/**
 * What travels. Nothing said: JSON both ways. `events`: the handler takes over and sends server-sent events. `upload`: the body is
 * multipart, of these parts. `file`: the handler sends bytes of one of these media types.
 */
type FormOptions =
  | { readonly form?: undefined }
  | { readonly form: 'events' }
  | { readonly form: 'upload'; readonly parts: Shape }
  | { readonly form: 'file'; readonly mediaTypes: readonly [string, ...string[]] };

interface CommonOptions {
  /** One line for the API's readers. */
  readonly summary: string;
  readonly access: Access;
  /** Parameters after the question mark; their names are matched without regard to case. */
  readonly query?: Shape;
  /** Parts of the path written as `{name}`. */
  readonly params?: Shape;
  /** A strict object, or one that may be left out: unknown members are refused. */
  readonly body?: z.ZodType;
  /** The envelope's `data`. Members that it lacks never leave the server. */
  readonly answer: z.ZodType;
  /** Texts of the body, by path, that the handler cleans itself: a character that was cut in half in them refuses nothing. */
  readonly freeTexts?: readonly string[];
  /** Named failures beyond those that any call may answer. */
  readonly errors: readonly Failure[];
  /** The `Idempotency-Key` header is honoured for 24 hours. */
  readonly idempotent?: boolean;
  /**
   * `one`: the handler runs in one transaction (what writing calls do unless they say otherwise).
   * `own`: the handler opens its own short transactions, because it waits for another server in between.
   */
  readonly transaction?: 'one' | 'own';
  /**
   * The call is written to the audit trail: in its transaction, or after those that it opens itself. `noted`: only where its
   * handler notes something, because it is on record for some callers alone.
   */
  readonly audited?: true | 'noted';
  /** The same answer for every guest: kept in the process for so many seconds, dropped by what changes it. */
  readonly cacheSeconds?: number;
}

/** A contract entry: how one call is made and what it answers. Both sides and the API document are made from it. */
export type Call<M extends Method = Method, Path extends string = string, Options extends CallOptions = CallOptions> = {
  readonly method: M;
  /** Below `/api/`, as the specification spells it. */
  readonly path: Path;
} & Options;

function entry<M extends Method>(method: M) {
  return <const Path extends string, const Options extends CallOptions>(
    path: Path,
    options: Options,
  ): Call<M, Path, Options> => ({ method, path, ...options });
}

export const get = entry('GET');
export const post = entry('POST');
export const put = entry('PUT');
export const del = entry('DELETE');

/** An area's calls by name. */
export type Calls = Readonly<Record<string, Call>>;

type Parsed<Part, Otherwise> = Part extends z.ZodType ? z.output<Part> : Otherwise;
type Written<Part, Otherwise> = Part extends z.ZodType ? z.input<Part> : Otherwise;
type Member<Options, Name extends string> = Options extends { readonly [K in Name]: infer Part } ? Part : undefined;

/** What a handler is given: parsed, with money in minor units. */
export interface CallInput<C extends Call = Call> {
  readonly query: Parsed<Member<C, 'query'>, Record<string, never>>;
  readonly params: Parsed<Member<C, 'params'>, Record<string, never>>;
  readonly body: Parsed<Member<C, 'body'>, undefined>;
}

/** What a handler returns: the answer with money in minor units; the wire form is made from it. */
export type CallResult<C extends Call> = z.output<C['answer']>;

/** The answer as it travels: money in main units. */
export type CallAnswer<C extends Call> = z.input<C['answer']>;

/** What the browser passes for a call; members that the call lacks are refused by type. */
export type CallArguments<C extends Call> = Optional<'query', Written<Member<C, 'query'>, undefined>> &
  Optional<'params', Written<Member<C, 'params'>, undefined>> &
  Optional<'body', Written<Member<C, 'body'>, undefined>>;

type Optional<Name extends string, Value> = Value extends undefined
  ? { readonly [K in Name]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

/** A list answer: `{items, count}`, count being all that match (contract, section 1). */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), count: z.int().nonnegative() });
}

/** `Skip` and `Take` of a list; out of range is refused, never clamped (contract, section 1). */
export function paging(take: number) {
  return { Skip: z.int().min(0).max(2_147_483_647).default(0), Take: z.int().min(1).max(100).default(take) };
}

/** What a call of the form `file` answers: bytes instead of the envelope. */
export interface FileAnswer {
  readonly contentType: string;
  /** The whole file, or its text piece by piece, each made when the one before it has gone. */
  readonly bytes: Uint8Array | AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer of calls that send a file. */
export const file = z.custom<FileAnswer>().meta({ description: 'The bytes of the file' });

/** A part of an upload that is a file. */
export const uploadedFile = z.custom<Blob>().meta({ type: 'string', format: 'binary' });

/** The answer of calls that send server-sent events until the reader goes away. */
export const events = z.undefined().meta({ description: 'text/event-stream' });

/** The answer `{}` of calls that have nothing to say. */
export const nothing = z.object({});
