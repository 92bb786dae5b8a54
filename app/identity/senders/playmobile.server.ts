import { z } from 'zod';
import { askService, basicAuthorization, type Deadline, failureOf, type ServiceAnswer } from './ask-service.server.ts';
import type { FailureReason, MessageSender } from './message-sender.server.ts';

interface PlaymobileSettings {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly from: string;
  readonly deadline: Deadline;
}

const refusal = z.object({ 'error-code': z.coerce.number(), 'error-description': z.string().default('') });

const internalError = 100;
const accountLocked = 102;

function reasonOf({ status, body }: ServiceAnswer): FailureReason | null {
  const said = refusal.safeParse(body);
  if (status !== 400 || !said.success) return null;
  const { 'error-code': code, 'error-description': description } = said.data;
  if (code === internalError) return 'unknown';
  if (code === accountLocked) return 'balance';
  return /recipient/i.test(description) ? 'number' : null;
}

/**
 * Playmobile's SMS broker (`broker-api`, as in https://pypi.org/project/playmobile-client/): 200 without a body means accepted, 400 names the
 * reason. It offers neither a question about delivery nor one about the balance.
 */
export function createPlaymobile({ url, login, password, from, deadline }: PlaymobileSettings): MessageSender {
  return {
    name: 'playmobile',
    channel: 'sms',
    async send({ id, phone, text }) {
      const sms = { originator: from, content: { text } };
      const answer = await askService('playmobile', {
        url: `${url}/broker-api/send`,
        headers: basicAuthorization(login, password),
        json: { messages: [{ recipient: phone, 'message-id': id, sms }] },
        signal: deadline(),
      });
      if (answer.status === 200) return { reference: id };
      throw failureOf('playmobile', answer, reasonOf(answer));
    },
  };
}
