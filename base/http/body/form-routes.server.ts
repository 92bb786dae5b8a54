import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../other-methods.server.ts';

/**
 * Adds routes that also take a form (`application/x-www-form-urlencoded`): their body is then `URLSearchParams`. Other methods of their paths
 * are answered 405.
 */
export function registerFormRoutes(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    refuseOtherMethods(scope, () => register(scope));
    done();
  });
}
