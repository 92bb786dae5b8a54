import type { Fault } from './fault.ts';

const imageContent = 'app/images/content/image-content.server.ts';
const csp = 'base/http/csp.server.ts';
const search = 'base/db/search.server.ts';
const fastify = 'base/http/fastify.server.ts';
const passwordHashing = 'app/identity/passwords/password-hashing.server.ts';
const platform = 'test/torture/platform/platform.torture.ts';
const browser = 'test/torture/browser/browser.torture.ts';
const inputs = 'test/torture/access/inputs.torture.ts';

/** Faults of invariants 16 and 20 to 25. */
export const platformFaults: readonly Fault[] = [
  {
    name: 'metadata-stays',
    invariant: 16,
    says: 'the place and owner of a photo stay in the picture',
    changes: [
      [imageContent, '.autoOrient()\n', '.autoOrient().keepMetadata()\n'],
      [
        imageContent,
        'return encode(sized, format).toBuffer();',
        'return encode(sized, format).keepMetadata().toBuffer();',
      ],
    ],
    runs: { file: 'test/torture/platform/pictures.torture.ts' },
  },
  {
    name: 'broken-picture-is-our-fault',
    invariant: 16,
    says: 'a picture that cannot be decoded is answered with 500',
    changes: [
      [
        imageContent,
        `throw error instanceof Error && /pixel limit/.test(error.message) ? tooManyPixels() : refusal(unreadable);`,
        'throw error;',
      ],
    ],
    runs: { file: 'test/torture/platform/pictures.torture.ts' },
  },
  {
    name: 'new-key-cuts-no-stream',
    invariant: 20,
    says: 'streams of an old widget key stay open after the key was replaced',
    changes: [
      [
        'app/widgets/overlay/widget-stream.server.ts',
        `} else if (kind === 'key-rotated' && isNewerKey(payload, owner.keyVersion)) {`,
        `} else if (kind === 'never' && isNewerKey(payload, owner.keyVersion)) {`,
      ],
    ],
    runs: { file: platform, test: '20' },
  },
  {
    name: 'keys-go-out-as-referrers',
    invariant: 20,
    says: 'other sites get the complete address of the page that a visitor comes from, with the key of a widget',
    changes: [[csp, `widget ? 'no-referrer' : 'strict-origin-when-cross-origin'`, `'unsafe-url'`]],
    runs: { file: browser, test: '20:' },
  },
  {
    name: 'search-of-points-takes-jokers',
    invariant: 21,
    says: 'a per cent sign or an underscore in the search of pickup points stands for anything',
    changes: [[search, `word.replace(/[\\\\%_]/g, '\\\\$&');`, `word.replace(/[\\\\]/g, '\\\\$&');`]],
    runs: { file: inputs, test: '21: metacharacters' },
  },
  {
    name: 'input-refused-with-500',
    invariant: 21,
    says: 'input that does not fit its schema is an internal error',
    changes: [['base/calls/validation.server.ts', 'throw validationFailure(error);', 'throw error;']],
    runs: { file: 'test/contract/every-call.test.ts', test: 'whatever is sent > GET ' },
  },
  {
    name: 'slow-clients-are-never-cut',
    invariant: 22,
    says: 'a client may send a request byte by byte without a limit',
    changes: [
      [fastify, 'const requestTimeout = 10_000;', 'const requestTimeout = 0;'],
      [fastify, 'const headersTimeout = 5_000;', 'const headersTimeout = 0;'],
    ],
    runs: { file: 'test/torture/platform/overload.torture.ts', test: '22: slow' },
  },
  {
    name: 'full-disk-is-acknowledged',
    invariant: 22,
    says: 'a donation is acknowledged though the database could not write it',
    changes: [
      [
        'app/payments/settling/payment-opening.server.ts',
        'const paymentId = (await insertPayment(db, row, owner)) ?? (await readByProviderId(db, system.name, id))?.id;',
        'const paymentId = (await insertPayment(this.#options.db, row, owner).catch(() => reference)) ?? (await readByProviderId(db, system.name, id))?.id;',
      ],
      // A request with a key is answered only after its answer was stored, which fails too.
      [
        'base/calls/idempotency.server.ts',
        'const stored = await tx.run(storeAnswer, [this.#key, this.#claim.token, JSON.stringify(answer)]);',
        'const stored = [true];',
      ],
    ],
    runs: { file: 'test/torture/platform/overload.torture.ts', test: '22: a full disk' },
  },
  {
    name: 'too-much-work-is-a-crash',
    invariant: 22,
    says: 'an overloaded server answers 500 instead of 503',
    changes: [
      [
        passwordHashing,
        'throw failures.unavailable.because({ retryAfter: 2 });',
        `throw new Error('the queue is full');`,
      ],
    ],
    runs: { file: 'app/identity/session/secrecy.slow.test.ts', test: 'answers other calls' },
  },
  {
    name: 'hashing-blocks-the-main-thread',
    invariant: 23,
    says: 'passwords are hashed on the main thread',
    changes: [
      [
        passwordHashing,
        'const runArgon2 = promisify(argon2);',
        `const runArgon2 = async (...given: never[]) => process.getBuiltinModule('node:crypto').argon2Sync(...given);`,
      ],
    ],
    runs: { file: 'test/torture/identity/identity.torture.ts', test: '23:' },
  },
  {
    name: 'refresh-token-is-stored-raw',
    invariant: 24,
    says: 'the database holds refresh tokens as they are',
    changes: [
      [
        'app/identity/session/secret-keys.server.ts',
        `return createHash('sha256').update(secret).digest();`,
        'return Buffer.from(secret);',
      ],
    ],
    runs: { file: platform, test: '20 and 24' },
  },
  {
    name: 'code-stands-in-the-log',
    invariant: 24,
    says: 'the log contains each code that is sent',
    changes: [
      [
        'app/identity/codes/phone-codes.server.ts',
        'const sent = await sending.send({ id, phone, text, code })',
        `log.info('sent the code ' + code);
      const sent = await sending.send({ id, phone, text, code })`,
      ],
    ],
    runs: { file: platform, test: '20 and 24' },
  },
  {
    name: 'inline-scripts-may-run',
    invariant: 25,
    says: 'the content policy of pages allows inline scripts',
    changes: [[csp, "`script-src 'self'$", "`script-src 'self' 'unsafe-inline'$"]],
    runs: { file: platform, test: '25:' },
  },
];
