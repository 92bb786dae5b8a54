import type { FastifyInstance } from 'fastify';
import { secretsIn } from '#base/config/secrets.server.ts';
import { registerFormRoutes } from '#base/http/body/form-routes.server.ts';
import { createRareWarning } from '#base/process/rare-warning.server.ts';
import { type CallbackAddresses, callbackAddresses } from '../callback-addresses.server.ts';
import { actions, type ClickForm, isSigned, parseCall } from './click-call.server.ts';
import { type ClickOutcome, clickNotes } from './click-errors.ts';
import type { ClickAct, ClickAnswer } from './click-merchant.server.ts';

interface ClickCallbackOptions extends CallbackAddresses {
  readonly serviceId: string;
  /** `SECRET_KEY` of the service; several by commas while it is being changed. */
  readonly key: string;
  readonly acts: Readonly<Record<keyof typeof actions, ClickAct>>;
}

const refusal = (outcome: ClickOutcome) => {
  const [error, error_note] = clickNotes[outcome];
  return { error, error_note };
};

/** The body of an answer; only one to a call that is signed repeats its ids. */
function bodyOf(form: ClickForm, name: keyof typeof actions, { outcome, prepareId }: ClickAnswer) {
  return {
    click_trans_id: Number(form.get('click_trans_id')),
    merchant_trans_id: form.get('merchant_trans_id'),
    ...(prepareId !== undefined && {
      [name === 'prepare' ? 'merchant_prepare_id' : 'merchant_confirm_id']: prepareId,
    }),
    ...refusal(outcome),
  };
}

/**
 * Adds `POST /api/Payment/Click/Prepare` and `…/Complete`: forms, always answered 200 with JSON. Nothing of a form but its signature is
 * read before that is verified.
 */
export function registerClick(api: FastifyInstance, { serviceId, key, addresses, acts }: ClickCallbackOptions): void {
  const keys = secretsIn(key);
  const warn = createRareWarning('a payment callback with a wrong signature was refused');
  registerFormRoutes(api, (scope) => {
    for (const [name, path] of [['prepare', 'Prepare'] as const, ['complete', 'Complete'] as const]) {
      scope.route({
        method: 'POST',
        url: `/Payment/Click/${path}`,
        bodyLimit: 16 * 1024,
        onRequest: callbackAddresses({ addresses }),
        errorHandler: (_error, _request, reply) => reply.code(200).send(refusal('wrongRequest')),
        handler: async (request, reply) => {
          const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          if (!isSigned(form, keys)) {
            warn(request.log);
            return reply.send(refusal('wrongSignature'));
          }
          if (form.get('action') !== actions[name]) return reply.send(refusal('unknownAction'));
          const call = parseCall(form, serviceId);
          if (call === null) return reply.send(refusal('wrongRequest'));
          try {
            return await reply.send(bodyOf(form, name, await acts[name](call)));
          } catch (error) {
            request.log.error({ err: error, action: name }, 'a call of Click failed');
            return reply.send(refusal('broken'));
          }
        },
      });
    }
  });
}
