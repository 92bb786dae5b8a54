import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { failures } from '#base/calls/errors.ts';
import { FairQueue, QueueFull } from '#base/process/fair-queue.server.ts';

/** The minimum that OWASP recommends for argon2id: 19 MiB, 2 passes, 1 lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

/** Maximum queue length; at 30 ms each the last one waits about a second. */
const longestQueue = 32;

/** Passwords that no request brings, such as those of the demo world, take turns as one network. */
const noNetwork = 'no network';

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

/** Different keyboards encode one letter differently; normalisation makes them equal. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'));

function refuse(): never {
  throw failures.unavailable({ retryAfter: 2 });
}

/**
 * Hashes passwords with argon2id, which is slow and uses much memory by design. At most two run at once, fewer on small machines, so that a
 * flood of logins leaves capacity for other requests. Sites and their networks take turns; if too many wait, the newest of the site with
 * the most is refused with 503.
 */
export class PasswordHashing {
  readonly #turns: FairQueue;
  readonly #dummy: Promise<string>;

  constructor(atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))) {
    this.#turns = new FairQueue({ atOnce, mostWaiting: longestQueue });
    this.#dummy = this.hash(randomBytes(16).toString('hex'));
    // Callers of `verify` get the failure; without one it must not be an unhandled rejection.
    this.#dummy.catch(() => undefined);
  }

  /** Throws `ServiceUnavailable` if the queue has no room for this network. */
  requireRoom(network: string): void {
    if (!this.#turns.hasRoom(network)) refuse();
  }

  /** Returns the PHC string of a new password. `network`: the one that asked. Throws `ServiceUnavailable` if too many wait. */
  async hash(password: string, network = noNetwork): Promise<string> {
    const salt = randomBytes(saltLength);
    const tag = await this.#run(network, () =>
      runArgon2('argon2id', { ...parameters, message: bytesOf(password), nonce: salt, tagLength }),
    );
    const { memory, passes, parallelism } = parameters;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
  }

  /**
   * Whether the password matches the hash. Without a hash the same work is done, so that the time reveals nothing. Throws
   * `ServiceUnavailable` if too many wait.
   */
  async verify(password: string, hash: string | null, network = noNetwork): Promise<boolean> {
    const { memory, passes, parallelism, salt, tag } = parseHash(hash ?? (await this.#dummy));
    const found = await this.#run(network, () =>
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

  async #run(network: string, work: () => Promise<Buffer>): Promise<Buffer> {
    try {
      return await this.#turns.run(network, work);
    } catch (error) {
      if (error instanceof QueueFull) refuse();
      throw error;
    }
  }
}
