import type { Fault } from './fault.ts';

const platform = 'test/torture/platform.torture.ts';
const browser = 'test/torture/browser.torture.ts';
const inputs = 'test/torture/inputs.torture.ts';

/** Faults of invariants 16 and 20 to 25. */
export const platformFaults: readonly Fault[] = [
  {
    name: 'metadata-is-kept',
    invariant: 16,
    says: 'the place where a photo was taken and whose it is stay in the picture',
    changes: [
      { file: 'app/images/image-content.server.ts', replace: '.autoOrient()\n', by: '.autoOrient().keepMetadata()\n' },
      {
        file: 'app/images/image-content.server.ts',
        replace: 'return encode(sized, format).toBuffer();',
        by: 'return encode(sized, format).keepMetadata().toBuffer();',
      },
    ],
    runs: { file: 'test/torture/pictures.torture.ts', scale: 0.01 },
  },
  {
    name: 'broken-picture-is-our-fault',
    invariant: 16,
    says: 'a picture that cannot be decoded is answered with 500',
    changes: [
      {
        file: 'app/images/image-content.server.ts',
        replace: `throw error instanceof Error && /pixel limit/.test(error.message) ? tooManyPixels() : refusal(unreadable);`,
        by: 'throw error;',
      },
    ],
    runs: { file: 'test/torture/pictures.torture.ts', scale: 0.01 },
  },
  {
    name: 'new-key-cuts-no-stream',
    invariant: 20,
    says: 'streams that an old widget key opened go on after the key was replaced',
    changes: [
      {
        file: 'app/widgets/widget-stream.server.ts',
        replace: `} else if (kind === 'key-rotated' && isNewerKey(payload, owner.keyVersion)) {`,
        by: `} else if (kind === 'never' && isNewerKey(payload, owner.keyVersion)) {`,
      },
    ],
    runs: { file: platform, test: '20', scale: 0.01 },
  },
  {
    name: 'keys-go-out-as-referrers',
    invariant: 20,
    says: 'other sites are told the whole address that somebody comes from, with the key of a widget in it',
    changes: [
      {
        file: 'base/csp.server.ts',
        replace: `widget ? 'no-referrer' : 'strict-origin-when-cross-origin'`,
        by: `'unsafe-url'`,
      },
    ],
    runs: { file: browser, test: '20:', scale: 0.01 },
  },
  {
    name: 'search-of-points-takes-jokers',
    invariant: 21,
    says: 'a per cent sign or an underscore in the search of pickup points stands for anything',
    changes: [
      {
        file: 'base/search.server.ts',
        replace: `word.replace(/[\\\\%_]/g, '\\\\$&');`,
        by: `word.replace(/[\\\\]/g, '\\\\$&');`,
      },
    ],
    runs: { file: inputs, test: '21: metacharacters', scale: 0.01 },
  },
  {
    name: 'input-refused-with-500',
    invariant: 21,
    says: 'what does not fit its schema is an internal error',
    changes: [
      {
        file: 'base/validation.server.ts',
        replace: 'throw validationFailure(error);',
        by: 'throw error;',
      },
    ],
    runs: { file: 'app/every-call.test.ts', test: 'whatever is sent > GET ', scale: 0.01 },
  },
  {
    name: 'search-takes-signs-for-jokers',
    invariant: 21,
    says: 'a per cent sign or an underscore in a search stands for anything',
    changes: [
      {
        file: 'base/search.server.ts',
        replace: `word.replace(/[\\\\%_]/g, '\\\\$&');`,
        by: `word.replace(/[\\\\]/g, '\\\\$&');`,
      },
    ],
    runs: { file: 'app/merch/merch.test.ts', test: 'the list > is searched literally', scale: 0.01 },
  },
  {
    name: 'slow-clients-are-never-cut',
    invariant: 22,
    says: 'whoever drips his request byte by byte may do so for ever',
    changes: [
      { file: 'base/fastify.server.ts', replace: 'const requestTimeout = 10_000;', by: 'const requestTimeout = 0;' },
      { file: 'base/fastify.server.ts', replace: 'const headersTimeout = 5_000;', by: 'const headersTimeout = 0;' },
    ],
    runs: { file: 'test/torture/overload.torture.ts', test: '22: slow', scale: 0.01 },
  },
  {
    name: 'full-disk-is-acknowledged',
    invariant: 22,
    says: 'a gift is acknowledged though the database could not write it',
    changes: [
      {
        file: 'app/payments/payments.server.ts',
        replace: 'const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, id))?.id;',
        by: 'const paymentId = (await insertPayment(db, row, owner).catch(() => reference)) ?? (await readByProviderId(db, id))?.id;',
      },
      // Whoever sends a key is answered only when the answer has been kept, which fails as well.
      {
        file: 'base/idempotency.server.ts',
        replace: 'await db.run(keep, [run.key, JSON.stringify(answer)]);',
        by: 'await db.run(keep, [run.key, JSON.stringify(answer)]).catch(() => undefined);',
      },
    ],
    runs: { file: 'test/torture/overload.torture.ts', test: '22: a full disk', scale: 0.01 },
  },
  {
    name: 'too-much-work-is-a-crash',
    invariant: 22,
    says: 'where more is asked than can be done the answer is 500 instead of 503',
    changes: [
      {
        file: 'app/identity/password-hashing.server.ts',
        replace: 'throw failures.unavailable.because({ retryAfter: 2 });',
        by: `throw new Error('the queue is full');`,
      },
    ],
    runs: { file: 'app/identity/secrecy.test.ts', test: 'leaves room for everybody', scale: 0.01 },
  },
  {
    name: 'hashing-blocks-everybody',
    invariant: 23,
    says: 'passwords are hashed on the thread that answers all calls',
    changes: [
      {
        file: 'app/identity/password-hashing.server.ts',
        replace: 'const runArgon2 = promisify(argon2);',
        by: `const runArgon2 = async (...given: never[]) => process.getBuiltinModule('node:crypto').argon2Sync(...given);`,
      },
    ],
    runs: { file: 'test/torture/identity.torture.ts', test: '23:', scale: 0.01 },
  },
  {
    name: 'refresh-token-is-stored-raw',
    invariant: 24,
    says: 'the database holds refresh tokens as they are',
    changes: [
      {
        file: 'app/identity/secret-keys.server.ts',
        replace: `return createHash('sha256').update(secret).digest();`,
        by: 'return Buffer.from(secret);',
      },
    ],
    runs: { file: platform, test: '20 and 24', scale: 0.01 },
  },
  {
    name: 'code-stands-in-the-log',
    invariant: 24,
    says: 'the log tells each code that is sent',
    changes: [
      {
        file: 'app/identity/phone-codes.server.ts',
        replace: 'await gateway.send({ id, phone, text: textOf(purpose, code, host), code });',
        by: `await gateway.send({ id, phone, text: textOf(purpose, code, host), code });
        log.info('sent the code ' + code);`,
      },
    ],
    runs: { file: platform, test: '20 and 24', scale: 0.01 },
  },
  {
    name: 'inline-scripts-may-run',
    invariant: 25,
    says: 'the policy of the pages allows scripts that stand in the page',
    changes: [
      {
        file: 'base/csp.server.ts',
        replace: "`script-src 'self'$",
        by: "`script-src 'self' 'unsafe-inline'$",
      },
    ],
    runs: { file: platform, test: '25:', scale: 0.01 },
  },
];
