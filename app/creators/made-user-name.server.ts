import { randomBytes } from 'node:crypto';
import { isAdminName } from './user-name.ts';

/** Generates a user name for a user who has not chosen one yet. */
export function madeUserName(): string {
  const name = `user${BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')}`;
  return isAdminName(name) ? madeUserName() : name;
}
