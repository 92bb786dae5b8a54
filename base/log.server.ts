import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { databaseErrorOf } from './db.server.ts';

/** The path of an address without its query, which may hold codes, passwords and keys. */
function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** An error without the values of a statement: those of the database and of the query builder may be somebody's secrets. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const told = databaseErrorOf(error);
  const { name, message, stack } = told ?? error;
  const place = told ? { code: told.code, table: told.table, constraint: told.constraint } : {};
  return { name, message, stack, ...place, ...(error.cause && !told ? { cause: describeError(error.cause) } : {}) };
}

interface LoggedRequest {
  readonly method?: string;
  readonly url?: string;
  readonly id?: string;
}

const warn = 40;

type LineListener = (level: string, message: string) => void;

const lineListeners = new Set<LineListener>();

/** Hears of every line of level warn and above that a log of this process writes. Answers what ends it. */
export function watchLog(listener: LineListener): () => void {
  lineListeners.add(listener);
  return () => void lineListeners.delete(listener);
}

/** A line is written as `(text)` or as `(values, text)`. */
function tellListeners(level: number, given: readonly unknown[]): void {
  const [message] = given.filter((one) => typeof one === 'string');
  const name = pino.levels.labels[level] ?? String(level);
  for (const listener of lineListeners) listener(name, message ?? '');
}

/** The program's log: one JSON line each, without query strings, headers, bodies or secrets. */
export function createLog(options: { level: string; pretty: boolean }, destination?: DestinationStream): Logger {
  const settings = {
    level: options.level,
    hooks: {
      logMethod(this: Logger, given: Parameters<LogFn>, write: LogFn, level: number) {
        if (level >= warn) tellListeners(level, given);
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
