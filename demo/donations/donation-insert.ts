import { statement, type Tx } from '#base/db/db.server.ts';
import type { DemoDonation } from './donations.ts';

/** A donation as it is stored; one that was never paid has no number and no moments of paying. */
export interface DonationRow
  extends Omit<DemoDonation, 'system' | 'paidAt' | 'refundedAt'>,
    Partial<Pick<DemoDonation, 'paidAt' | 'refundedAt'>> {
  /** Its number within the project. */
  readonly number?: number;
}

const insert = statement(`
  insert into donation (id, project_id, donor_id, donor_key, name, message, is_anonymous, amount, commission, number,
    created_at, paid_at, refunded_at, membership_id, membership_month, joint_id, joint_of, joint_amount,
    gifted_to, gifted_pieces, gifted_product)
  select id, "projectId", "donorId", "donorKey", name, message, "isAnonymous", amount, commission, number,
    "createdAt", "paidAt", "refundedAt", "membershipId", month, "jointId", "jointOf", whole,
    case when "givenPieces" is not null then 'Chat' end, ("givenPieces" ->> 'count')::integer, "givenPieces" ->> 'product'
  from jsonb_to_recordset($1::jsonb) as donation (
    id uuid, "projectId" uuid, "donorId" uuid, "donorKey" text, name text, message text, "isAnonymous" boolean,
    amount bigint, commission bigint, number bigint, "createdAt" timestamptz, "paidAt" timestamptz,
    "refundedAt" timestamptz, "membershipId" uuid, month integer, "jointId" uuid, "jointOf" uuid, whole bigint, "givenPieces" jsonb)`);

/** Inserts donations without their payments. */
export async function insertDonations(tx: Tx, donations: readonly DonationRow[]): Promise<void> {
  await tx.run(insert, [JSON.stringify(donations)]);
}
