import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Failure } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may make a call. `key`: the handler itself checks a secret that the request carries. */
export type Access = 'guest' | 'user' | 'moderator' | 'admin' | 'key';

type Shape = z.ZodObject;

/** The options of a contract entry. */
type CallOptions = CommonOptions & FormOptions;

/**
 * The form of body and answer. Default: JSON for both. `events`: the handler sends server-sent events. `upload`: the body is multipart
 * with these parts. `file`: the handler sends bytes of one of these media types.
 */
type FormOptions =
  | { readonly form?: undefined }
  | { readonly form: 'events' }
  | { readonly form: 'upload'; readonly parts: Shape }
  | { readonly form: 'file'; readonly mediaTypes: readonly [string, ...string[]] };

interface CommonOptions {
  /** One line for the API document. */
  readonly summary: string;
  readonly access: Access;
  /** Query parameters; names are matched case-insensitively. */
  readonly query?: Shape;
  /** Path parameters, written as `{name}`. */
  readonly params?: Shape;
  /** A strict object, possibly optional: unknown members are refused. */
  readonly body?: z.ZodType;
  /** The envelope's `data`. Members that the schema lacks never leave the server. */
  readonly answer: z.ZodType;
  /** Paths of body texts that the handler cleans itself: half a surrogate pair in them is replaced, not refused. */
  readonly freeTexts?: readonly string[];
  /** Named failures beyond those that any call may return. */
  readonly errors: readonly Failure[];
  /** A GET with side effects, as the specification has some: it does not answer HEAD. */
  readonly hasEffect?: true;
  /** Honours the `Idempotency-Key` header for 24 hours. */
  readonly idempotent?: boolean;
  /**
   * `one`: the handler runs in one transaction (default of writing calls).
   * `own`: the handler opens its own short transactions, because it waits for another server in between.
   */
  readonly transaction?: 'one' | 'own';
  /**
   * Writes the call to the audit trail, in the transaction that makes the change. `noted`: only when the handler calls `note`, for calls
   * that are audited for some callers only.
   */
  readonly audited?: true | 'noted';
  /** For uploads of large files: how long the body may take to come, if it keeps coming. Default: ten seconds, as all bodies. */
  readonly bodySeconds?: number;
  /** The media type of a file that an `Accept` header may ask for instead of JSON: then the handler returns that file. */
  readonly alsoFile?: string;
  /**
   * For answers that are the same for every guest: seconds for which the process caches them. Tags invalidate them earlier: the handler adds
   * one for everything that its answer depends on, whatever page is made from it.
   */
  readonly cacheSeconds?: number;
}

/** A contract entry. The server's route, the browser's client and the API document are made from it. */
export type Call<M extends Method = Method, Path extends string = string, Options extends CallOptions = CallOptions> = {
  readonly method: M;
  /** Below `/api/`, in the wire's spelling. */
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

/** A handler's input: parsed, with money in minor units. */
export interface CallInput<C extends Call = Call> {
  readonly query: Parsed<Member<C, 'query'>, Record<string, never>>;
  readonly params: Parsed<Member<C, 'params'>, Record<string, never>>;
  readonly body: Parsed<Member<C, 'body'>, undefined>;
}

/** What a handler returns, with money in minor units; it is encoded to the wire form. */
export type CallResult<C extends Call> =
  | z.output<C['answer']>
  | (C extends { readonly alsoFile: string } ? FileAnswer : never);

/** The answer's wire form, with money in main units. */
export type CallAnswer<C extends Call> = z.input<C['answer']>;

/** What the browser passes to a call. */
export type CallArguments<C extends Call> = Optional<'query', Written<Member<C, 'query'>, undefined>> &
  Optional<'params', Written<Member<C, 'params'>, undefined>> &
  Optional<'body', Written<Member<C, 'body'>, undefined>>;

/** Not one type for each member of a union: what is passed may be one or another. */
type Optional<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends Value
    ? { readonly [K in Name]?: Value }
    : Record<string, never> extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value };

/** A page of a list: `{items, count}`, where count is the number of all matches (docs/rules.md#wire). */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), count: z.int().nonnegative() });
}

/** `Skip` and `Take` of a list; values out of range are refused, never clamped (docs/rules.md#wire). */
export function paging(take: number) {
  return { Skip: z.int().min(0).max(2_147_483_647).default(0), Take: z.int().min(1).max(100).default(take) };
}

/** What a call of the form `file` returns: bytes instead of the envelope. */
export interface FileAnswer {
  readonly contentType: string;
  /** The whole file, a stream of its bytes, or its text in pieces, each produced after the previous one was sent. */
  readonly bytes: Uint8Array | Readable | AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
}

export function isFile(value: unknown): value is FileAnswer {
  return typeof value === 'object' && value !== null && 'bytes' in value && 'contentType' in value;
}

/** The answer of calls that send a file. */
export const file = z.custom<FileAnswer>().meta({ description: 'The bytes of the file' });

/** A part of an upload that is a file. */
export const uploadedFile = z.custom<Blob>().meta({ type: 'string', format: 'binary' });

/** The answer of calls that send server-sent events until the client disconnects. */
export const events = z.undefined().meta({ description: 'text/event-stream' });

/** The empty answer `{}`. */
export const nothing = z.object({});
