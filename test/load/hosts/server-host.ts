import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testSecrets } from '#test/support/start-app.ts';
import { passwords } from './database-hosts.ts';
import { Host, network } from './host.ts';

const rules = join(import.meta.dirname, '../../../operation/deploy/ha');
const ownProgram = join(import.meta.dirname, '../server-process.ts');

/** Addresses of all database hosts, for what needs a session of its own. */
export const directUrl = `postgres://opora:${passwords.opora}@${[11, 12, 13].map((last) => `${network}.${last}:5432`).join(',')}/opora?target_session_attrs=read-write`;

/** The address of the store of pictures that all servers share, and its keys. */
export interface PictureStore {
  readonly address: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A server host: the product, its PgBouncer and the HAProxy that finds the primary, run by the files of operation/deploy/ha. */
export class ServerHost {
  readonly host: Host;
  readonly #env: Readonly<Record<string, string>>;
  #ended: Promise<unknown> = Promise.resolve();
  #stop: () => void = () => undefined;

  private constructor(host: Host, env: Readonly<Record<string, string>>) {
    this.host = host;
    this.#env = env;
  }

  static async open(
    options: Parameters<typeof Host.open>[0],
    outside: { readonly paymentUrl: string; readonly publicUrl: string; readonly pictures: PictureStore },
  ): Promise<ServerHost> {
    const host = await Host.open(options);
    const users = await host.own('/etc/pgbouncer', 'postgres');
    const dataDir = join(options.folder, `data-of-${options.name}`);
    await mkdir(dataDir);
    await writeFile(join(users, 'userlist.txt'), `"opora" "${passwords.opora}"\n`);
    return new ServerHost(host, {
      NODE_ENV: 'test',
      PAGES: 'built',
      HOST: host.address,
      PORT: '3000',
      DATA_DIR: dataDir,
      IMAGE_STORE: outside.pictures.address,
      AWS_ACCESS_KEY_ID: outside.pictures.accessKey,
      AWS_SECRET_ACCESS_KEY: outside.pictures.secretKey,
      DEMO: 'off',
      VIDEO_INFO_URL: 'off',
      LIMITS: 'off',
      LOG_LEVEL: 'warn',
      SANDBOX_PORT: 'off',
      DATABASE_POOL: '20',
      TRUST_PROXY: `${network}.31`,
      PAYMENT_URL: outside.paymentUrl,
      PUBLIC_URL: outside.publicUrl,
      DRAIN_SECONDS: '2',
      PAYMENT_SECRET: testSecrets.payment,
      JWT_SECRET: testSecrets.jwt,
      DATABASE_URL: `postgres://opora:${passwords.opora}@127.0.0.1:6432/opora`,
      DATABASE_LISTEN_URL: directUrl,
    });
  }

  get url(): string {
    return `http://${this.host.address}:3000`;
  }

  /** Starts what stands between the product and the database. */
  startGround(): void {
    this.host.start(['haproxy', '-f', join(rules, 'haproxy-database.cfg')]);
    this.host.start(['pgbouncer', join(rules, 'pgbouncer.ini')], { user: 'postgres' });
  }

  /** `program`: of another release. Default: that of this one. */
  startProduct(program: string = ownProgram): void {
    const child = this.host.start([process.execPath, program], { env: this.#env });
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    this.#stop = () => void child.kill('SIGTERM');
  }

  /** Stops the product as a supervisor does; resolves when it has ended. */
  async stopProduct(): Promise<void> {
    this.#stop();
    await this.#ended;
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  }
}
