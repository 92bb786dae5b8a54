import type { Fault } from './fault.ts';

const platform = 'test/torture/platform/platform.torture.ts';
const browser = 'test/torture/browser/browser.torture.ts';
const inputs = 'test/torture/access/inputs.torture.ts';

/** Faults of invariants 16 and 20 to 25. */
export const platformFaults: readonly Fault[] = [
  {
    name: 'metadata-is-kept',
    invariant: 16,
    says: 'the place and owner of a photo stay in the picture',
    changes: [
      { file: 'app/images/image-content.server.ts', replace: '.autoOrient()\n', by: '.autoOrient().keepMetadata()\n' },
      {
        file: 'app/images/image-content.server.ts',
        replace: 'return encode(sized, format).toBuffer();',
        by: 'return encode(sized, format).keepMetadata().toBuffer();',
      },
    ],
    runs: { file: 'test/torture/platform/pictures.torture.ts', scale: 0.01 },
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
    runs: { file: 'test/torture/platform/pictures.torture.ts', scale: 0.01 },
  },
  {
    name: 'new-key-cuts-no-stream',
    invariant: 20,
    says: 'streams of an old widget key stay open after the key was replaced',
    changes: [
      {
        file: 'app/widgets/overlay/widget-stream.server.ts',
        replace: `} else if (kind === 'key-rotated' && isNewerKey(payload, owner.keyVersion)) {`,
        by: `} else if (kind === 'never' && isNewerKey(payload, owner.keyVersion)) {`,
      },
    ],
    runs: { file: platform, test: '20', scale: 0.01 },
  },
  {
    name: 'keys-go-out-as-referrers',
    invariant: 20,
    says: 'other sites get the complete address of the page that a visitor comes from, with the key of a widget',
    changes: [
      {
        file: 'base/http/csp.server.ts',
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
        file: 'base/db/search.server.ts',
        replace: `word.replace(/[\\\\%_]/g, '\\\\$&');`,
        by: `word.replace(/[\\\\]/g, '\\\\$&');`,
      },
    ],
    runs: { file: inputs, test: '21: metacharacters', scale: 0.01 },
  },
  {
    name: 'input-refused-with-500',
    invariant: 21,
    says: 'input that does not fit its schema is an internal error',
    changes: [
      {
        file: 'base/calls/validation.server.ts',
        replace: 'throw validationFailure(error);',
        by: 'throw error;',
      },
    ],
    runs: { file: 'test/contract/every-call.test.ts', test: 'whatever is sent > GET ', scale: 0.01 },
  },
  {
    name: 'search-takes-signs-for-jokers',
    invariant: 21,
    says: 'a per cent sign or an underscore in a search stands for anything',
    changes: [
      {
        file: 'base/db/search.server.ts',
        replace: `word.replace(/[\\\\%_]/g, '\\\\$&');`,
        by: `word.replace(/[\\\\]/g, '\\\\$&');`,
      },
    ],
    runs: { file: 'app/merch/merch.test.ts', test: 'the list > is searched literally', scale: 0.01 },
  },
  {
    name: 'slow-clients-are-never-cut',
    invariant: 22,
    says: 'a client may send a request byte by byte without a limit',
    changes: [
      {
        file: 'base/http/fastify.server.ts',
        replace: 'const requestTimeout = 10_000;',
        by: 'const requestTimeout = 0;',
      },
      {
        file: 'base/http/fastify.server.ts',
        replace: 'const headersTimeout = 5_000;',
        by: 'const headersTimeout = 0;',
      },
    ],
    runs: { file: 'test/torture/platform/overload.torture.ts', test: '22: slow', scale: 0.01 },
  },
  {
    name: 'full-disk-is-acknowledged',
    invariant: 22,
    says: 'a donation is acknowledged though the database could not write it',
    changes: [
      {
        file: 'app/payments/settling/payment-opening.server.ts',
        replace: 'const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, id))?.id;',
        by: 'const paymentId = (await insertPayment(this.#options.db, row, owner).catch(() => reference)) ?? (await readByProviderId(db, id))?.id;',
      },
      // A request with a key is answered only after its answer was stored, which fails too.
      {
        file: 'base/calls/idempotency.server.ts',
        replace: 'const stored = await tx.run(storeAnswer, [this.#key, this.#claim.token, JSON.stringify(answer)]);',
        by: 'const stored = [true];',
      },
    ],
    runs: { file: 'test/torture/platform/overload.torture.ts', test: '22: a full disk', scale: 0.01 },
  },
  {
    name: 'too-much-work-is-a-crash',
    invariant: 22,
    says: 'an overloaded server answers 500 instead of 503',
    changes: [
      {
        file: 'app/identity/passwords/password-hashing.server.ts',
        replace: 'throw failures.unavailable.because({ retryAfter: 2 });',
        by: `throw new Error('the queue is full');`,
      },
    ],
    runs: { file: 'app/identity/session/secrecy.test.ts', test: 'answers other calls', scale: 0.01 },
  },
  {
    name: 'hashing-blocks-everybody',
    invariant: 23,
    says: 'passwords are hashed on the main thread',
    changes: [
      {
        file: 'app/identity/passwords/password-hashing.server.ts',
        replace: 'const runArgon2 = promisify(argon2);',
        by: `const runArgon2 = async (...given: never[]) => process.getBuiltinModule('node:crypto').argon2Sync(...given);`,
      },
    ],
    runs: { file: 'test/torture/identity/identity.torture.ts', test: '23:', scale: 0.01 },
  },
  {
    name: 'refresh-token-is-stored-raw',
    invariant: 24,
    says: 'the database holds refresh tokens as they are',
    changes: [
      {
        file: 'app/identity/session/secret-keys.server.ts',
        replace: `return createHash('sha256').update(secret).digest();`,
        by: 'return Buffer.from(secret);',
      },
    ],
    runs: { file: platform, test: '20 and 24', scale: 0.01 },
  },
  {
    name: 'code-stands-in-the-log',
    invariant: 24,
    says: 'the log contains each code that is sent',
    changes: [
      {
        file: 'app/identity/codes/phone-codes.server.ts',
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
    says: 'the content policy of pages allows inline scripts',
    changes: [
      {
        file: 'base/http/csp.server.ts',
        replace: "`script-src 'self'$",
        by: "`script-src 'self' 'unsafe-inline'$",
      },
    ],
    runs: { file: platform, test: '25:', scale: 0.01 },
  },
];
