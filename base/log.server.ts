import { type DestinationStream, type Logger, pino } from 'pino';
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

/** The program's log: one JSON line each, without query strings, headers, bodies or secrets. */
export function createLog(options: { level: string; pretty: boolean }, destination?: DestinationStream): Logger {
  const settings = {
    level: options.level,
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
