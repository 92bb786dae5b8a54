import { writeFiscalReceipt } from '../fiscal-receipts-store.server.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { allNamed, type NamedLine } from '../payment-lines.ts';
import { isProviderError, ProviderRefusal, type SystemReceipts } from '../payment-system.server.ts';
import { beginSubmission, noteAccepted, noteRefused, takeAsked } from './asked-receipts-store.server.ts';

const atOnce = 20;

type AskingDeps = Pick<PaymentDeps, 'db' | 'systems' | 'log'>;

/** A payment and its lines that are sent. */
interface Submission {
  readonly paymentId: string;
  readonly providerId: string;
  readonly lines: readonly NamedLine[];
}

/** Sends the lines once: if the answer is lost, the system is only asked what it has made of them. */
async function submitLines(
  { db, log }: AskingDeps,
  submit: NonNullable<SystemReceipts['submit']>,
  { paymentId, providerId, lines }: Submission,
): Promise<void> {
  if (!(await beginSubmission(db, paymentId))) return;
  const reason = await submit(providerId, lines).catch((error: unknown) => {
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
  const receipt = await receipts.read(providerId);
  if (receipt !== null) return writeFiscalReceipt(deps.db, paymentId, { kind: 'Paid', ...receipt });
  const named = lines && allNamed(lines);
  if (receipts.submit && mayBeSent && named) {
    await submitLines(deps, receipts.submit, { paymentId, providerId, lines: named });
  }
}

/** Asks the systems for the fiscal receipts that they make on request, and sends them our lines where they have none. */
export async function askReceipts(deps: AskingDeps): Promise<void> {
  for (const asked of await takeAsked(deps.db, atOnce)) {
    try {
      await askOne(deps, asked);
    } catch (error) {
      if (!isProviderError(error)) throw error;
      deps.log.info({ err: error, payment: asked.paymentId }, 'no fiscal receipt yet');
    }
  }
}
