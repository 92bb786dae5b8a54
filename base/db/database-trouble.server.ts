import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { NoPrimary } from './primary-client.server.ts';

/** `away`: no server answers. `busy`: it is overloaded. `full`: a disk is full. */
export type Trouble = 'away' | 'busy' | 'full';

/** The disk that is full. */
export type FullDisk = 'database' | 'files';

const diskFull = '53100';

/** The connection broke during the commit: the transaction may have been committed, or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super('the connection broke during the commit', { cause });
  }
}

/** Codes of SQLSTATE of a server that stops, starts or has become a standby (read-only), and of broken connections. It has done nothing. */
const moved = /^(?:08|57P0[1-3]|25006)/;

/** The same, and those of a server's files (58). */
const away = /^(?:08|58|57P0[1-3]|25006)/;

/** Resources such as connections (53), a statement or a lock that took too long (57014, 55P03). */
const busy = /^(?:53|57014|55P03)/;

/** Messages of the driver if the server does not answer. */
const silence =
  /^(?:Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** All connections are in use, or a new one cannot be made. */
const noneFree = /^timeout exceeded when trying to connect/;

/** Messages of the driver if the server has closed the connection, and not just fallen silent. */
const closed = /^(?:Connection terminated unexpectedly|Client has encountered a connection error)/;

/** Messages of the driver if it has waited in vain, and then closed the connection itself. */
const waited = /^(?:Query read timeout|timeout exceeded)|due to connection timeout$/;

const closedCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

const noConnection = new Set([...closedCodes, 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Codes of full disks and exceeded quotas of operating systems, and of S3 stores. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull']);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

function fullDiskIn(error: Error): FullDisk | null {
  if (error instanceof DatabaseError) return error.code === diskFull ? 'database' : null;
  return noRoom.has(codeOf(error)) || noRoom.has(error.name) ? 'files' : null;
}

function troubleIn(error: Error): Trouble | null {
  if (fullDiskIn(error) !== null) return 'full';
  const code = codeOf(error);
  if (error instanceof DatabaseError) return away.test(code) ? 'away' : busy.test(code) ? 'busy' : null;
  if (noneFree.test(error.message)) return 'busy';
  if (error instanceof NoPrimary || error instanceof OutcomeUnknown) return 'away';
  return noConnection.has(code) || silence.test(error.message) ? 'away' : null;
}

function isMove(error: Error): boolean {
  if (error instanceof DatabaseError) return moved.test(error.code ?? '');
  return error instanceof NoPrimary || closed.test(error.message) || closedCodes.has(codeOf(error));
}

function firstOf<Found>(error: unknown, find: (one: Error) => Found | null): Found | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

/** The temporary problem of the database or a disk that an error or its causes report; null for other errors. */
export const troubleOf = (error: unknown): Trouble | null => firstOf(error, troubleIn);

/** The full disk that an error or its causes report. */
export const fullDiskOf = (error: unknown): FullDisk | null => firstOf(error, fullDiskIn);

/**
 * Whether the server has said, before a commit, that it stops or accepts no writes: the transaction had no effect and may succeed on
 * another connection. False for one that is silent: it may still be at work.
 */
export const hasMoved = (error: unknown): boolean =>
  firstOf(error, (one) => isMove(one) || null) === true &&
  firstOf(error, (one) => waited.test(one.message) || null) === null;

/** Whether an error or its causes leave open whether a transaction was committed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  firstOf(error, (one) => one instanceof OutcomeUnknown || null) === true;

/** PostgreSQL's own error (`code`, `constraint`), also as the cause of another; null for other errors. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DatabaseError) return one;
  }
  return null;
}

/** Whether the error is a foreign key violation (SQLSTATE 23503): what the row belongs to is gone. */
export function isOwnerGone(error: unknown): boolean {
  return databaseErrorOf(error)?.code === '23503';
}

/** Whether the error is a unique violation (SQLSTATE 23505), of the given constraint or index if there is one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violation = databaseErrorOf(error);
  return violation?.code === '23505' && (constraint === undefined || violation.constraint === constraint);
}

const maxReruns = 3;

/** A planned switchover takes 3 to 4 s, and refuses nothing. */
const movingMilliseconds = 5_000;

/** Milliseconds to wait before what failed is run again; null: it must not be. `since`: when it was begun first. */
function pauseBefore(retry: number, since: number, error: unknown, isReadOnly: boolean): number | null {
  const code = databaseErrorOf(error)?.code;
  if (isOutcomeUnknown(error)) return null;
  if (code === '40001' || code === '40P01') return retry > maxReruns ? null : Math.random() * 10 * 2 ** retry;
  const isOwnFault = code === '25006' && isReadOnly;
  if (!hasMoved(error) || isOwnFault || performance.now() - since > movingMilliseconds) return null;
  return (0.5 + Math.random()) * Math.min(300, 40 * 2 ** retry);
}

/**
 * Runs work that has no effect when it fails, such as a transaction or a read: again after a deadlock or a serialization failure, up to
 * 3 times, and for up to 5 s while there is no primary. `isReadOnly`: it refuses writes itself.
 */
export async function rerun<Result>(work: () => Promise<Result>, isReadOnly = false): Promise<Result> {
  const since = performance.now();
  for (let retry = 1; ; retry++) {
    try {
      return await work();
    } catch (error) {
      const milliseconds = pauseBefore(retry, since, error, isReadOnly);
      if (milliseconds === null) throw error;
      await pause(milliseconds);
    }
  }
}
