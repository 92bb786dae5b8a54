import { randomBytes } from 'node:crypto';

/** Makes a free user name for somebody who has not chosen one yet. */
export function madeUserName(): string {
  return `user${BigInt(`0x${randomBytes(6).toString('hex')}`)
    .toString(36)
    .padStart(10, '0')}`;
}
