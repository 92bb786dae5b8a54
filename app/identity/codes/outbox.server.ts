import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isFromThisMachine } from '#base/config/loopback.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { normalisePhone } from '#base/text/phone.ts';
import type { outboxCalls } from '../outbox.calls.ts';
import type { SecretKeys } from '../secret-keys.server.ts';
import type { CodeSending } from '../senders/code-sending.server.ts';
import { insertOutboxMessage, listOutboxMessages } from './outbox-store.server.ts';

const cipher = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

const notHere = 'Коды видны только на самой машине: здесь по локальному адресу или в журнале программы';

const storedText = z.object({ text: z.string(), code: z.string() });

function encrypt(key: KeyObject, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, key, nonce);
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed]);
}

function decrypt(key: KeyObject, content: Buffer): string {
  const opening = createDecipheriv(cipher, key, content.subarray(0, nonceLength));
  opening.setAuthTag(content.subarray(nonceLength, nonceLength + tagLength));
  return opening.update(content.subarray(nonceLength + tagLength), undefined, 'utf8') + opening.final('utf8');
}

/** Replaces the senders outside production. */
export interface Outbox extends CodeSending {
  readonly handlers: Handlers<typeof outboxCalls>;
}

/**
 * Stores texts in the database instead of sending them, so that every process can show them, and prints them. They are encrypted: no code
 * is ever stored in plain text.
 */
export function createOutbox(options: { db: Database; keys: SecretKeys; print: (line: string) => void }): Outbox {
  const { db, keys, print } = options;
  const key = keys.current.outbox;
  return {
    hasSms: true,
    async send({ id, phone, text, code }) {
      await insertOutboxMessage(db, { id, phone, content: encrypt(key, JSON.stringify({ text, code })) });
      print(`SMS +${phone}: ${text.replace(/\s+/g, ' ')}`);
      return null;
    },
    deliveryOf: async () => null,
    handlers: {
      outbox: async ({ query }, { request }) => {
        if (!isFromThisMachine(request)) throw failures.forbidden({ message: notHere });
        const rows = await listOutboxMessages(db, normalisePhone(query.phone));
        return rows.map(({ content, sentAt }) => ({
          ...storedText.parse(JSON.parse(decrypt(key, content))),
          sentAt: sentAt.toISOString(),
        }));
      },
    },
  };
}
