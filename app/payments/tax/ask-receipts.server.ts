import { writeFiscalReceipt } from '../fiscal-receipts-store.server.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { allNamed } from '../payment-lines.ts';
import { isProviderError, ProviderRefusal } from '../payment-system.server.ts';
import { beginSubmission, noteAccepted, noteRefused, takeAsked } from './asked-receipts-store.server.ts';

const atOnce = 20;

type AskingDeps = Pick<PaymentDeps, 'db' | 'systems' | 'log'>;

/** Sends the lines once: if the answer is lost, the system is only asked what it has made of them. */
async function submitLines(
  { db, log }: AskingDeps,
  paymentId: string,
  submission: () => Promise<string | null>,
): Promise<void> {
  if (!(await beginSubmission(db, paymentId))) return;
  const reason = await submission().catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return error.message;
    throw error;
  });
  if (reason === null) return noteAccepted(db, paymentId);
  await noteRefused(db, paymentId);
  log.warn({ payment: paymentId, reason }, 'the payment system refuses to make a fiscal receipt');
}

type Asked = Awaited<ReturnType<typeof takeAsked>>[number];

async function askOne(deps: AskingDeps, { paymentId, providerId, system, lines, mayBeSent }: Asked): Promise<void> {
  const { receipts } = deps.systems.of(system);
  if (receipts === undefined) return;
  const found = await receipts.read(providerId);
  if ('sign' in found) return writeFiscalReceipt(deps.db, paymentId, { kind: 'Paid', ...found });
  const { submit } = found;
  const named = lines && allNamed(lines);
  if (submit && mayBeSent && named) await submitLines(deps, paymentId, () => submit(named));
}

/** Asks the systems for the fiscal receipts that they make on request, and sends them our lines where they have none. */
export async function askReceipts(deps: AskingDeps): Promise<void> {
  for (const asked of await takeAsked(deps.db, atOnce)) {
    try {
      await askOne(deps, asked);
    } catch (error) {
      // One that cannot be asked about holds up no other.
      const level = isProviderError(error) ? 'info' : 'error';
      deps.log[level]({ err: error, payment: asked.paymentId }, 'no fiscal receipt yet');
    }
  }
}
