import { DatabaseError } from 'pg';

/**
 * Classes and codes of SQLSTATE that tell of the server's state and not of the statement: connections (08), resources such as a
 * full disk (53), a statement or lock that took too long (57014, 55P03), shutting down or starting (57P01 to 57P03), the disk itself (58).
 */
const troubles = /^(?:08|53|58|57014|57P0[1-3]|55P03)/;

/** What the driver says where no answer comes from the server at all. */
const silence =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

const noConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

function isTrouble(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof DatabaseError) return troubles.test(code);
  return noConnection.has(code) || silence.test(error.message);
}

/** Whether an error, or what caused it, means that the database cannot be had now and that the same may go well in a moment. */
export function isDatabaseTrouble(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (isTrouble(one)) return true;
  return false;
}
