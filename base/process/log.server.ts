import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { databaseErrorOf } from '#base/db/database-trouble.server.ts';

/** The path of a URL without its query, which may have codes, passwords and keys. */
function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** Describes an error without the values of its statement, which may be secret. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const databaseError = databaseErrorOf(error);
  const { name, message, stack } = databaseError ?? error;
  const place = databaseError && {
    code: databaseError.code,
    table: databaseError.table,
    constraint: databaseError.constraint,
  };
  return {
    name,
    message,
    stack,
    ...place,
    ...(error.cause && !databaseError ? { cause: describeError(error.cause) } : {}),
  };
}

interface LoggedRequest {
  readonly method?: string;
  readonly url?: string;
  readonly id?: string;
}

const warn = 40;

type LineListener = (level: string, message: string) => void;

const lineListeners = new Set<LineListener>();

/** Calls `listener` for every line of level warn and above that this process logs. Returns the function that ends it. */
export function watchLog(listener: LineListener): () => void {
  lineListeners.add(listener);
  return () => void lineListeners.delete(listener);
}

/** Passes a line to the listeners. Its arguments are `(text)` or `(values, text)`. */
function notifyListeners(level: number, given: readonly unknown[]): void {
  const [message] = given.filter((one) => typeof one === 'string');
  const name = pino.levels.labels[level] ?? String(level);
  for (const listener of lineListeners) listener(name, message ?? '');
}

/** Counts a warning that is not written. */
export const countWarning = (message: string): void => notifyListeners(warn, [message]);

/** Creates the program's log: JSON lines without query strings, headers, bodies or secrets. */
export function createLog(options: { level: string; pretty: boolean }, destination?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    hooks: {
      logMethod(this: Logger, given: Parameters<LogFn>, write: LogFn, level: number) {
        if (level >= warn) notifyListeners(level, given);
        write.apply(this, given);
      },
    },
    redact: {
      paths: [
        'authorization',
        'cookie',
        'token',
        'refreshToken',
        'password',
        'code',
        'key',
        '*.authorization',
        '*.cookie',
        '*.token',
        '*.refreshToken',
        '*.password',
        '*.key',
      ],
      censor: '[hidden]',
    },
    serializers: {
      err: describeError,
      req: (request: LoggedRequest) => ({ id: request.id, method: request.method, path: pathOf(request.url ?? '') }),
      res: (response: { statusCode?: number }) => ({ status: response.statusCode }),
    },
  };
  if (destination) return pino(settings, destination);
  if (!options.pretty) return pino(settings);
  return pino({
    ...settings,
    transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname' } },
  });
}
