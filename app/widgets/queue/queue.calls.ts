import { z } from 'zod';
import { get, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { seenText } from '#base/calls/text-wire.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { listedAlerts } from '../widget-choices.ts';
import { alertStateChanged } from '../widget-failures.ts';
import { connectedSource, ownAlert, sentStates } from '../widget-shapes.ts';

const ofTheQueue = 'Пауза касается всей очереди, а не одного оповещения';

/** A creator's command to the queue. An action that can remove alerts must name them: alerts that the creator has not seen stay. */
const control = z
  .strictObject({
    action: z.enum(['pause', 'resume', 'skip', 'replay', 'approve', 'reject']),
    alertId: wireId.optional(),
    alertIds: z.array(wireId).min(1, { error: formMessages.required }).max(listedAlerts.most).optional(),
  })
  .superRefine(({ action, alertId, alertIds }, context) => {
    const refuse = (path: 'alertId' | 'alertIds', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (action === 'pause' || action === 'resume') {
      if (alertId !== undefined) refuse('alertId', ofTheQueue);
      if (alertIds !== undefined) refuse('alertIds', ofTheQueue);
    } else if (action === 'replay') {
      if (alertIds !== undefined) refuse('alertIds', 'Повторить можно одно оповещение за раз');
    } else if (alertId === undefined && alertIds === undefined) {
      refuse('alertId', 'Назовите оповещение');
    } else if (alertId !== undefined && alertIds !== undefined) {
      refuse('alertIds', 'Назовите либо одно оповещение, либо список');
    }
  });

/** The calls with which a creator tests, controls and reads the alert queue. */
export const queueCalls = {
  /**
   * Enqueues a test alert. It is handled like a real one, marked `isTest`, and never counted (docs/rules.md#alerts). `amount`: main
   * units, by default 50,000 or the minimum of the settings if that is more. `month`: as if it paid this month of monthly support. `state`: like a donation it may be held for approval or,
   * below the minimum, get no alert; `alertId` is null then.
   */
  test: post('Widget/Test', {
    summary: 'Sends a test alert',
    access: 'user',
    transaction: 'own',
    query: z.object({
      amount: money.refine((amount) => amount > 0, { error: formMessages.above(0) }).optional(),
      message: seenText().max(300).optional(),
      month: z.int().min(1).max(1_000).optional(),
    }),
    answer: z.object({ alertId: wireId.nullable(), state: z.enum(sentStates) }),
    errors: [failures.forbidden, failures.tooManyRequests],
  }),

  /**
   * Controls the queue (docs/rules.md#alerts). `pause` and `resume` take no alert. `skip`, `approve` and `reject` apply to the alerts that
   * they name and to no other; of several, those that have ended meanwhile stay as they are. `replay` without an alert means the one that
   * ended last. 404: the caller has none of these alerts; 409: the action is possible for none of them, because of its state or because its
   * donation was refunded.
   */
  control: post('Widget/Control', {
    summary: 'Pauses, resumes, skips, replays, approves or rejects alerts',
    access: 'user',
    body: control,
    answer: z.object({ isPaused: z.boolean(), waiting: z.int() }),
    errors: [failures.forbidden, failures.notFound, alertStateChanged],
  }),

  /**
   * The queue for its owner: the alert that plays, those that wait (at most `most`), are held or uncertain (at most 50 each, oldest first), the
   * last 30 that ended, and the pages of the last hour with their health (docs/rules.md#alerts). Names and messages are as
   * written and as viewers see them. `isCrowded`: a page was refused in the last two minutes because too many are open (docs/rules.md#widgets).
   */
  queue: get('Widget/Queue', {
    summary: 'What waits, plays, was shown or is uncertain, and the connected sources',
    access: 'user',
    query: z.object({ most: z.int().min(1).max(listedAlerts.most).default(listedAlerts.usual) }),
    answer: z.object({
      isPaused: z.boolean(),
      isCrowded: z.boolean(),
      waiting: z.int(),
      current: ownAlert.nullable(),
      queued: z.array(ownAlert),
      held: z.array(ownAlert),
      uncertain: z.array(ownAlert),
      ended: z.array(ownAlert),
      sources: z.array(connectedSource),
    }),
    errors: [failures.forbidden],
  }),
};
