import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { z } from 'zod';
import { type EarlierPayment, takeEarlierBooks } from '../earlier-books.ts';
import { parse, requireSecret } from '../merchant/routes-merchant.ts';

/** The faults that a stand-in plays, as testers have set them last. */
export class HostedFaults<Faults extends { readonly mode: string }> {
  readonly schema: z.ZodType<Faults>;
  current: Faults;

  /** `schema`: the body of POST …/control/faults; an omitted member returns to its default. */
  constructor(schema: z.ZodType<Faults>) {
    this.schema = schema;
    this.current = schema.parse({});
  }

  is(mode: Faults['mode'] | 'down'): boolean {
    return this.current.mode === mode;
  }
}

interface Controlled<Faults extends { readonly mode: string }> {
  /** Of the stand-in, such as `/payme`. */
  readonly path: string;
  /** Of the tester's calls. */
  readonly secret: string;
  readonly register: {
    readonly faults: HostedFaults<Faults>;
    /** Enters a payment that is older than the books; absent: none is taken. */
    enter?(payment: EarlierPayment): void;
  };
  /** What GET …/control/books answers. */
  books(): object;
  /** Adds routes that only this stand-in has. */
  readonly more?: (app: FastifyInstance) => void;
}

/** The routes of what testers may do with a stand-in: set its faults, read its books and enter earlier payments. */
export function controlRoutes<Faults extends { readonly mode: string }>({
  path,
  secret,
  register,
  books,
  more,
}: Controlled<Faults>): FastifyPluginCallback {
  const { faults } = register;
  return (app, _options, done) => {
    app.addHook('onRequest', requireSecret(secret));
    app.post(`${path}/control/faults`, async (request) => {
      faults.current = parse(faults.schema, request.body);
      return faults.current;
    });
    app.get(`${path}/control/books`, async () => books());
    if (register.enter) takeEarlierBooks(app, `${path}/control/books`, (payment) => register.enter?.(payment));
    more?.(app);
    done();
  };
}
