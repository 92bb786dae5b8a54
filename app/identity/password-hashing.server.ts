import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { failures } from '#base/errors.ts';

/** Least of what OWASP recommends for argon2id: 19 MiB, 2 passes, 1 lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

/** So many wait at most; at 30 ms each the last of them waits about a second. */
const longestQueue = 32;

const runArgon2 = promisify(argon2);

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

interface ParsedHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

function parseHash(text: string): ParsedHash {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (found === null) throw new Error('a stored password hash has an unknown form');
  const [, memory, passes, parallelism, salt = '', tag = ''] = found;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Different keyboards write one letter in different ways: all count as one. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'));

/**
 * Hashes passwords with argon2id, which is slow and takes memory on purpose. At most two are at work at once, less
 * where there are few processors, so that a flood of logins leaves room for everybody else; when too many wait, further
 * ones are refused with 503 at once.
 */
export class PasswordHashing {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;
  readonly #dummy: Promise<string>;

  constructor(atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))) {
    this.#atOnce = atOnce;
    this.#dummy = this.hash(randomBytes(16).toString('hex'));
    // Whoever checks against it gets the failure; nobody else needs it.
    this.#dummy.catch(() => undefined);
  }

  /** Throws `ServiceUnavailable` where the queue is full. */
  requireRoom(): void {
    if (this.#waiting.length >= longestQueue) throw failures.unavailable.because({ retryAfter: 2 });
  }

  /** The PHC string of a new password. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(saltLength);
    const tag = await this.#run(() =>
      runArgon2('argon2id', { ...parameters, message: bytesOf(password), nonce: salt, tagLength }),
    );
    const { memory, passes, parallelism } = parameters;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
  }

  /** Whether the password is the hash's. Without a hash the same work is done in vain, so that time tells nothing. */
  async verify(password: string, hash: string | null): Promise<boolean> {
    const { memory, passes, parallelism, salt, tag } = parseHash(hash ?? (await this.#dummy));
    const found = await this.#run(() =>
      runArgon2('argon2id', {
        memory,
        passes,
        parallelism,
        message: bytesOf(password),
        nonce: salt,
        tagLength: tag.length,
      }),
    );
    return timingSafeEqual(found, tag) && hash !== null;
  }

  async #run(work: () => Promise<Buffer>): Promise<Buffer> {
    if (this.#atWork >= this.#atOnce) {
      this.requireRoom();
      await new Promise<void>((start) => this.#waiting.push(start));
    } else {
      this.#atWork += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#atWork -= 1;
      else next();
    }
  }
}
