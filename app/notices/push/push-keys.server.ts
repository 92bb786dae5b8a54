import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Database } from '#base/db/db.server.ts';
import { pushKeySealer } from '../push-key-sealer.server.ts';
import { exchangeKeys, type StoredKeys, storeKeys } from './push-store.server.ts';

/** The key pair that signs messages to browsers (VAPID), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

function pairOf(privateKey: string): PushKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return { publicKey: curve.getPublicKey('base64url'), privateKey };
}

interface PushKeysOptions {
  readonly db: Database;
  readonly secrets: string;
  /** The private key of the environment. */
  readonly given: string | undefined;
}

async function findKeys({ db, secrets, given }: PushKeysOptions): Promise<PushKeys> {
  const sealer = pushKeySealer(secrets);
  const own = given === undefined ? webPush.generateVAPIDKeys() : pairOf(given);
  const made: StoredKeys = {
    publicKey: own.publicKey,
    sealed: given === undefined ? sealer.seal(own.privateKey) : null,
  };
  return db.transaction(async (tx) => {
    const stored = await storeKeys(tx, made);
    if (stored.publicKey === own.publicKey) return own;
    const opened = given === undefined && stored.sealed !== null ? sealer.open(stored.sealed) : null;
    if (opened !== null) return { publicKey: stored.publicKey, privateKey: opened.text };
    // The environment has another key, or nobody can read the stored one any more.
    await exchangeKeys(tx, made);
    return own;
  });
}

/** Reads the key pair, or makes it at the first need: the same for all processes. */
export function createPushKeys(options: PushKeysOptions): () => Promise<PushKeys> {
  let finding: Promise<PushKeys> | null = null;
  return () => {
    finding ??= findKeys(options).catch((error: unknown) => {
      finding = null;
      throw error;
    });
    return finding;
  };
}
